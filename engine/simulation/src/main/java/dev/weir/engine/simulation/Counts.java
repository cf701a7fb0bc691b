package dev.weir.engine.simulation;

import dev.weir.engine.protocol.SubtaskReport.RestoreWay;
import dev.weir.engine.simulation.world.EdgeKind;
import dev.weir.engine.simulation.world.Fault;
import dev.weir.engine.simulation.world.Mode;
import dev.weir.engine.simulation.world.ScheduleReport;
import dev.weir.engine.simulation.world.Wish;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What happened in many schedules, counted by kind. Used by one thread at a time. */
public final class Counts {

    private final Map<Fault, Long> faults = new EnumMap<>(Fault.class);
    private final Map<Mode, Long> modes = new EnumMap<>(Mode.class);
    private final Map<EdgeKind, Long> edges = new EnumMap<>(EdgeKind.class);
    private final Map<Wish, Long> wishes = new EnumMap<>(Wish.class);
    private final Map<RestoreWay, Long> restored = new EnumMap<>(RestoreWay.class);

    void add(ScheduleReport report) {
        add(faults, report.faults());
        add(edges, report.edges());
        add(wishes, report.wishes());
        add(restored, report.restored());
        modes.merge(report.mode(), 1L, Long::sum);
    }

    private static <K> void add(Map<K, Long> sums, Map<K, Integer> counts) {
        counts.forEach((kind, count) -> sums.merge(kind, (long) count, Long::sum));
    }

    /** How many faults have struck, of all kinds. */
    long allFaults() {
        return faults.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Kinds of faults, modes, edges, wishes and restores that were never seen; none in a campaign that is long enough. */
    public List<String> neverSeen() {
        List<String> missing = new ArrayList<>();
        addMissing(missing, Fault.values(), faults);
        addMissing(missing, Mode.values(), modes);
        addMissing(missing, EdgeKind.values(), edges);
        addMissing(missing, Wish.values(), wishes);
        addMissing(missing, RestoreWay.values(), restored);
        return missing;
    }

    private static <K extends Enum<K>> void addMissing(List<String> missing, K[] kinds, Map<K, Long> counts) {
        for (K kind : kinds) {
            if (!counts.containsKey(kind)) {
                missing.add(kind.getDeclaringClass().getSimpleName() + " " + name(kind));
            }
        }
    }

    /** All counts, a line for each sort. */
    public String lines() {
        return line("faults", faults)
                + line("modes", modes)
                + line("edges", edges)
                + line("people asked for", wishes)
                + line("state restored", restored);
    }

    private static <K extends Enum<K>> String line(String sort, Map<K, Long> counts) {
        List<String> each = new ArrayList<>();
        counts.forEach((kind, count) -> each.add(name(kind) + " " + count));
        return sort + ": " + String.join(", ", each) + "\n";
    }

    private static String name(Enum<?> kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
