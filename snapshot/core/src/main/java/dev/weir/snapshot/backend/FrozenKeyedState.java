package dev.weir.snapshot.backend;

import dev.weir.snapshot.copy.RecordCopier;
import dev.weir.snapshot.state.TypeHint;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A frozen view of a heap backend that another one restores from. Invariant: it is never written, so it can be restored
 * from again. A backend that declares a state as it was adopts the view's arrays; else the entries are replayed as copies,
 * and are of the classes that are declared.
 */
final class FrozenKeyedState implements RestoredKeyedState {

    private final Map<String, FrozenPart> parts = new LinkedHashMap<>();
    private final int freezes;

    /** @param freezes how many views the backend had frozen with this one */
    FrozenKeyedState(List<FrozenPart> parts, int freezes) {
        parts.forEach(part -> this.parts.put(part.meta().name(), part));
        this.freezes = freezes;
    }

    /** More than any number by which something in the view was known to be in no frozen view. */
    int freezes() {
        return freezes;
    }

    @Nullable
    FrozenPart part(String name) {
        return parts.get(name);
    }

    @Override
    public Set<String> names() {
        return Set.copyOf(parts.keySet());
    }

    @Override
    public void replay(StateMeta reader, KeyedStateSink sink) throws IOException {
        FrozenPart part = parts.get(reader.name());
        if (part != null) {
            part.writeTo(new Copies(reader, sink));
        }
    }

    /** Hands on copies, as the view may be restored from again. */
    private static final class Copies implements KeyedStateSink {

        private final StateMeta reader;
        private final KeyedStateSink sink;
        private final RecordCopier copier = new RecordCopier();

        Copies(StateMeta reader, KeyedStateSink sink) {
            this.reader = reader;
            this.sink = sink;
        }

        @Override
        public void state(StateMeta meta) throws IOException {
            sink.state(meta);
        }

        @Override
        public void keyGroup(int keyGroup, int entries) throws IOException {
            sink.keyGroup(keyGroup, entries);
        }

        @Override
        public void entry(Object key, @Nullable Object namespace, Object value) throws IOException {
            requireDeclared(value);
            sink.entry(key, namespace, copier.copy(value));
        }

        private void requireDeclared(Object value) {
            List<TypeHint<?>> types = reader.valueTypes();
            switch (reader.kind()) {
                case LIST -> requireAll((Collection<?>) value, types.get(0));
                case MAP -> {
                    requireAll(((Map<?, ?>) value).keySet(), types.get(0));
                    requireAll(((Map<?, ?>) value).values(), types.get(1));
                }
                case VALUE, REDUCING, AGGREGATING -> requireAll(List.of(value), types.get(0));
                case LONG, TIMER -> {}
            }
        }

        private void requireAll(Collection<?> values, TypeHint<?> declared) {
            for (Object each : values) {
                Object value = each instanceof Stamped stamped ? stamped.value() : each;
                if (value != null && !declared.rawType().isInstance(value)) {
                    throw new StateRegistrationException(
                            "a state must be declared alike in all attempts of a run: state="
                                    + reader.name() + ", stored class="
                                    + value.getClass().getName() + ", declared="
                                    + declared + "; draw the job without looking at anything that changes");
                }
            }
        }
    }
}
