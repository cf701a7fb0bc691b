package dev.weir.engine.job;

import dev.weir.engine.job.JobLifecycle.Cure;
import dev.weir.engine.operator.LastingFailure;
import dev.weir.engine.plan.JobRefusedException;
import dev.weir.snapshot.backend.StateRegistrationException;
import dev.weir.snapshot.format.DamagedCheckpointException;
import dev.weir.snapshot.restore.RestoreRefusedException;

/** Tells failures that another attempt would only repeat from those it may get over. */
final class Cures {

    private static final int DEEPEST = 50;

    private Cures() {}

    /** Whether a file of a checkpoint was found missing or damaged, which tells nothing where a successor deletes files. */
    static boolean isDamage(Throwable failure) {
        Throwable at = failure;
        for (int depth = 0; at != null && depth < DEEPEST; depth++) {
            if (at instanceof DamagedCheckpointException) {
                return true;
            }
            at = at.getCause();
        }
        return false;
    }

    /**
     * Looks through the causes: a damaged checkpoint stays damaged, a job or state that was refused stays refused,
     * what user code marks as lasting lasts.
     */
    static Cure of(Throwable failure) {
        Throwable at = failure;
        for (int depth = 0; at != null && depth < DEEPEST; depth++) {
            if (at instanceof JobRefusedException
                    || at instanceof RestoreRefusedException
                    || at instanceof StateRegistrationException
                    || at instanceof LastingFailure
                    || at instanceof DamagedCheckpointException) {
                return Cure.NONE;
            }
            at = at.getCause();
        }
        return Cure.RESTART_MAY_HELP;
    }
}
