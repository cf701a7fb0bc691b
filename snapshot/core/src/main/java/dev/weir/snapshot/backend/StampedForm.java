package dev.weir.snapshot.backend;

import dev.weir.snapshot.state.StateKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What states whose values expire pass to and from a {@link KeyedStateSink}: a {@link Stamped}; a list of them; or a map
 * whose values they are. Nothing that is given is changed.
 */
final class StampedForm {

    private StampedForm() {}

    /** What was stored without stamps, as used at a time. */
    static Object stamped(StateKind kind, Object plain, long lastUseMillis) {
        return switch (kind) {
            case LIST -> {
                List<Object> stamped = new ArrayList<>();
                ((List<?>) plain).forEach(element -> stamped.add(new Stamped(lastUseMillis, element)));
                yield stamped;
            }
            case MAP -> {
                Map<Object, Object> stamped = new LinkedHashMap<>();
                ((Map<?, ?>) plain).forEach((key, value) -> stamped.put(key, new Stamped(lastUseMillis, value)));
                yield stamped;
            }
            default -> new Stamped(lastUseMillis, plain);
        };
    }

    /** What was stored with stamps, without them. */
    static Object plain(StateKind kind, Object stamped) {
        return switch (kind) {
            case LIST -> {
                List<@Nullable Object> plain = new ArrayList<>();
                ((List<?>) stamped).forEach(element -> plain.add(((Stamped) element).value()));
                yield plain;
            }
            case MAP -> {
                Map<Object, @Nullable Object> plain = new LinkedHashMap<>();
                ((Map<?, ?>) stamped).forEach((key, value) -> plain.put(key, ((Stamped) value).value()));
                yield plain;
            }
            default -> present(((Stamped) stamped).value());
        };
    }

    private static Object present(@Nullable Object value) {
        if (value == null) {
            throw new IllegalStateException("only a map's values may be null");
        }
        return value;
    }

    /** Whether anything in it was last used at that time or before. */
    static boolean hasExpired(StateKind kind, Object stamped, long cutoffMillis) {
        return switch (kind) {
            case LIST -> hasExpired((Collection<?>) stamped, cutoffMillis);
            case MAP -> hasExpired(((Map<?, ?>) stamped).values(), cutoffMillis);
            default -> isOver(stamped, cutoffMillis);
        };
    }

    private static boolean hasExpired(Collection<?> stamped, long cutoffMillis) {
        for (Object each : stamped) {
            if (isOver(each, cutoffMillis)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOver(Object stamped, long cutoffMillis) {
        return ((Stamped) stamped).lastUseMillis() <= cutoffMillis;
    }

    /** What of it was used after that time; null where nothing was. */
    static @Nullable Object live(StateKind kind, Object stamped, long cutoffMillis) {
        if (!hasExpired(kind, stamped, cutoffMillis)) {
            return stamped;
        }
        return switch (kind) {
            case LIST -> {
                List<Object> live = new ArrayList<>((List<?>) stamped);
                live.removeIf(each -> isOver(each, cutoffMillis));
                yield live.isEmpty() ? null : live;
            }
            case MAP -> {
                Map<Object, Object> live = new LinkedHashMap<>((Map<?, ?>) stamped);
                live.values().removeIf(each -> isOver(each, cutoffMillis));
                yield live.isEmpty() ? null : live;
            }
            default -> null;
        };
    }
}
