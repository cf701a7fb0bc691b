package dev.weir.engine.checkpoint;

import dev.weir.engine.operator.SnapshotKind;

/**
 * What a person asks of the rounds, beside those that come by themselves.
 *
 * @param number unlike any other request's under this coordinator
 * @param kind a checkpoint to go as soon as rounds allow, a savepoint, or the savepoint of a stop
 */
public record RoundRequest(long number, SnapshotKind kind) {}
