package dev.weir.engine.simulation.world;

import dev.weir.engine.protocol.SubtaskReport.RestoreWay;
import java.util.Map;

/**
 * How a schedule went that broke no rule.
 *
 * @param processes how often the job was started
 * @param wishes what people asked for and were given
 * @param restored how many subtasks got their state back, and from where
 */
public record ScheduleReport(
        long steps,
        long virtualNanos,
        int processes,
        Mode mode,
        Map<Fault, Integer> faults,
        Map<EdgeKind, Integer> edges,
        Map<Wish, Integer> wishes,
        Map<RestoreWay, Integer> restored) {

    public ScheduleReport {
        faults = Map.copyOf(faults);
        edges = Map.copyOf(edges);
        wishes = Map.copyOf(wishes);
        restored = Map.copyOf(restored);
    }
}
