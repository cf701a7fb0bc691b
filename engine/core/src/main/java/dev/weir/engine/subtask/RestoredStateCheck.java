package dev.weir.engine.subtask;

import dev.weir.engine.operator.Operator;
import dev.weir.snapshot.backend.StateRegistrationException;
import dev.weir.snapshot.restore.RestoredOperator;
import dev.weir.snapshot.restore.RestoredOperator.Drain;
import dev.weir.snapshot.restore.RestoredSubtask;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What was restored must be of use to the operators: after open, nothing of it is lost without a word. */
final class RestoredStateCheck {

    private RestoredStateCheck() {}

    /** Where some subtasks of an operator had run their finish hook and others had not, they can't be dealt out anew. */
    static void noHookRunsTwice(List<Link> links, @Nullable RestoredSubtask restored) {
        for (Link link : links) {
            Operator<?> operator = link.operator();
            RestoredOperator before = restored == null ? null : restored.operator(link.uid());
            if (operator != null && before != null && before.drain() == Drain.PARTLY && operator.hasFinishHook()) {
                throw link.failed(
                        "open",
                        new IllegalStateException(
                                "an operator whose finish hook has run in some of its subtasks keeps its"
                                        + " parallelism: operator '" + link.uid()
                                        + "' was partly finished when the checkpoint was"
                                        + " taken, and its parallelism has changed; restore with the old parallelism, or from a"
                                        + " checkpoint from before or after that"));
            }
        }
    }

    /** Every restored state has been registered by its operator. */
    static void everythingClaimed(List<Link> links) {
        for (Link link : links) {
            Set<String> unclaimed = link.backend == null ? Set.of() : link.backend.unclaimed();
            if (!unclaimed.isEmpty()) {
                throw link.failed(
                        "open",
                        new StateRegistrationException("every restored state is registered in open: operator '"
                                + link.uid() + "' leaves " + new TreeSet<>(unclaimed)
                                + " unclaimed; register them under these names, or restore with"
                                + " --allow-non-restored-state to drop them"));
            }
        }
    }
}
