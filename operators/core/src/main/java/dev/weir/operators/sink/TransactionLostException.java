package dev.weir.operators.sink;

import dev.weir.engine.operator.LastingFailure;

/**
 * A prepared transaction can never be committed as it was prepared: it is gone from the outside system (expired, aborted or
 * removed by someone), or something else is there in its place. The job fails: results are missing, and no restart brings them back.
 */
public final class TransactionLostException extends Exception implements LastingFailure {

    /** @param detail what is known, and what to do about it */
    public TransactionLostException(Prepared<?> prepared, String detail) {
        super("what a completed checkpoint prepared must be committed, but transaction " + prepared.id()
                + " of checkpoint " + prepared.checkpointId() + " can't be: " + detail);
    }
}
