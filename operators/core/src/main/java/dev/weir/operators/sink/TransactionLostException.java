package dev.weir.operators.sink;

/** A prepared transaction is gone from the outside system (expired, or aborted by someone): its data is lost. */
public final class TransactionLostException extends Exception {

    /** @param detail what is known, and what to do about it */
    public TransactionLostException(Prepared<?> prepared, String detail) {
        super("what a completed checkpoint prepared must be committed, but transaction " + prepared.id()
                + " of checkpoint " + prepared.checkpointId() + " is gone: " + detail);
    }
}
