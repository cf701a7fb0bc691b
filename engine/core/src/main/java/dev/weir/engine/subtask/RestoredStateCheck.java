package dev.weir.engine.subtask;

import dev.weir.snapshot.backend.StateRegistrationException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** After open, every restored state has been registered by its operator; else it would be lost without a word. */
final class RestoredStateCheck {

    private RestoredStateCheck() {}

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
