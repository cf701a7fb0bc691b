package dev.weir.engine.simulation.world;

import java.util.Map;

/** How a schedule went that broke no rule. */
public record ScheduleReport(long steps, long virtualNanos, int processes, Map<Fault, Integer> faults, Mode mode, Map<EdgeKind, Integer> edges) {}
