package dev.weir.engine.simulation.world;

/** Something is not as it must be. Carries what it takes to look at it: the seed, the oracle, the last events. */
public final class Violation extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param oracle the rule that is broken, in a few words */
    public Violation(String oracle, String values) {
        super(oracle + ": " + values);
    }

    Violation(long seed, Throwable broken, String lastEvents) {
        super(
                "seed " + seed + ": " + (broken instanceof Violation ? broken.getMessage() : broken)
                        + "; replay it with -Dseed=" + seed + "\n" + lastEvents,
                broken);
    }
}
