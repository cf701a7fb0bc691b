package dev.weir.samples.peers.weir.soak;

/** Thrown on purpose. */
final class InjectedFault extends RuntimeException {

    private static final int MOST_CAUSES = 50;

    InjectedFault(FaultPhase phase) {
        super("thrown on purpose in " + phase.label());
    }

    /** Whether a failure was on purpose: whether it, or what caused it, is one of these. */
    static boolean isIn(Throwable failure) {
        Throwable at = failure;
        for (int depth = 0; at != null && depth < MOST_CAUSES; depth++) {
            if (at instanceof InjectedFault) {
                return true;
            }
            at = at.getCause();
        }
        return false;
    }
}
