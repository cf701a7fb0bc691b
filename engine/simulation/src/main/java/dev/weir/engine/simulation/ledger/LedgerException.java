package dev.weir.engine.simulation.ledger;

/** The outside system refuses what was asked of it. */
public final class LedgerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public LedgerException(String message) {
        super(message);
    }
}
