package dev.weir.engine.subtask;

import dev.weir.engine.operator.Operator;
import dev.weir.snapshot.backend.StateRegistrationException;
import dev.weir.snapshot.restore.NearestNames;
import dev.weir.snapshot.restore.RestorePlan;
import dev.weir.snapshot.restore.RestoredOperator;
import dev.weir.snapshot.restore.RestoredOperator.Drain;
import dev.weir.snapshot.restore.RestoredSubtask;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What was restored must be of use to the operators: after open, nothing of it is lost without a word. */
final class RestoredStateCheck {

    private static final Logger LOG = LoggerFactory.getLogger(RestoredStateCheck.class);

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

    /** A name belongs to one state of an operator, whether that belongs to a key or to none. */
    static void noNameIsUsedTwice(List<Link> links) {
        for (Link link : links) {
            if (link.states != null && link.backend != null) {
                Set<String> both = new TreeSet<>(link.states.registered());
                both.retainAll(link.backend.registered());
                if (!both.isEmpty()) {
                    throw link.failed(
                            "open",
                            new StateRegistrationException("a state's name belongs to one kind within an operator:"
                                    + " operator '" + link.uid() + "' has keyed state and operator state named " + both
                                    + "; give one of them another name"));
                }
            }
        }
    }

    /** Every restored state has been registered or asked for by its operator, unless what isn't may be dropped. */
    static void everythingClaimed(OperatorChain chain, @Nullable RestoredSubtask restored) {
        if (restored == null) {
            return;
        }
        for (Link link : chain.links()) {
            RestoredOperator before = restored.operator(link.uid());
            Set<String> unclaimed = before == null ? Set.of() : unclaimed(link, before, chain.askedBy(link));
            if (!unclaimed.isEmpty() && restored.unclaimed() == RestorePlan.Unclaimed.DROP) {
                LOG.warn("operator '{}' has no use for its restored state {}: it is dropped", link.uid(), unclaimed);
            } else if (!unclaimed.isEmpty()) {
                throw link.failed("open", refusal(link, unclaimed, chain.askedBy(link)));
            }
        }
    }

    private static Set<String> unclaimed(Link link, RestoredOperator before, Set<String> asked) {
        Set<String> unclaimed =
                new TreeSet<>(link.backend == null ? before.keyed().names() : link.backend.unclaimed());
        boolean isSource = link.operator() == null;
        if (link.states != null) {
            unclaimed.addAll(link.states.unclaimed());
        } else {
            before.declared().forEach((name, elements) -> {
                if (elements.size() > 0) {
                    unclaimed.add(name);
                }
            });
        }
        before.operatorState().forEach((name, elements) -> {
            if (!isSource && !elements.isEmpty() && !asked.contains(name)) {
                unclaimed.add(name);
            }
        });
        return unclaimed;
    }

    private static StateRegistrationException refusal(Link link, Set<String> unclaimed, Set<String> asked) {
        Set<String> registered = new TreeSet<>(asked);
        if (link.backend != null) {
            registered.addAll(link.backend.registered());
        }
        if (link.states != null) {
            registered.addAll(link.states.registered());
        }
        List<String> told = unclaimed.stream()
                .map(name -> name + NearestNames.told(name, registered))
                .toList();
        return new StateRegistrationException("every restored state is registered in open: operator '" + link.uid()
                + "' leaves unclaimed " + String.join("; ", told)
                + (link.backend == null ? "; its input is not keyed" : "")
                + "; register them under these names, map each with --map " + link.uid() + ".old=" + link.uid()
                + ".new, or drop them with --allow-non-restored-state");
    }
}
