package dev.weir.engine.operator;

import dev.weir.snapshot.backend.TimerQueue;

/**
 * The timers of a keyed operator. A timer set at or before the current time fires at the next advance.
 *
 * @param eventTime timestamps in ms of event time
 * @param processingTime timestamps in ms since the epoch
 */
public record OperatorTimers(TimerQueue eventTime, TimerQueue processingTime) {}
