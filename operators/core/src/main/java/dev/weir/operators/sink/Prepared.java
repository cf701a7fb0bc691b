package dev.weir.operators.sink;

/**
 * A prepared transaction as it is kept in state: everything needed to commit it, in whatever process.
 *
 * @param id which transaction
 * @param checkpointId the checkpoint it was prepared for
 * @param token what the sink's writer gave: how the outside system knows it
 */
public record Prepared<TXN>(TransactionId id, long checkpointId, TXN token) {}
