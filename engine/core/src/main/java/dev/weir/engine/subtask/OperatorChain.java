package dev.weir.engine.subtask;

import dev.weir.engine.channel.OutputGate;
import dev.weir.engine.element.Element;
import dev.weir.engine.operator.Input;
import dev.weir.engine.operator.Operator;
import dev.weir.engine.subtask.SubtaskStatistics.Traffic;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The operators of a subtask and what they share: the output gate, event time, the first failure. */
final class OperatorChain {

    /** What a chain is made of, before it is opened; links in topological order. */
    record Parts(
            List<Link> links,
            Map<Link, ChainedOutput> chained,
            Map<Link, LinkContext> contexts,
            OutputGate gate,
            ChainFailure failure) {}

    /** How many places a state backend looks at after each slice, where values expire. */
    private static final int SWEPT_PLACES = 64;

    private final Parts parts;
    private final List<Link> links;
    private final OutputGate gate;
    private final LinkContext.Shared shared;
    private final Outbox outbox;
    private Operator<?>[] limited = {};

    OperatorChain(Parts parts, LinkContext.Shared shared, Outbox outbox) {
        this.parts = parts;
        this.links = parts.links();
        this.gate = parts.gate();
        this.shared = shared;
        this.outbox = outbox;
    }

    Link head() {
        return links.get(0);
    }

    List<Link> links() {
        return links;
    }

    Outbox outbox() {
        return outbox;
    }

    TaskClock clock() {
        return shared.clock();
    }

    /** Opens the operators, the last first, so that each finds those after it open. */
    void open() {
        for (int i = links.size() - 1; i >= 0; i--) {
            Link link = links.get(i);
            LinkContext context = parts.contexts().get(link);
            if (link.operator() == null || context == null) {
                continue;
            }
            link.open(context);
            ChainedOutput into = parts.chained().get(link);
            if (into != null) {
                Input<Object> input = link.input(link.plan().toInput());
                into.connect(input);
            }
        }
        limited = links.stream()
                .map(Link::operator)
                .filter(OperatorChain::limitsCapacity)
                .toArray(Operator<?>[]::new);
    }

    private static boolean limitsCapacity(@Nullable Operator<?> operator) {
        if (operator == null) {
            return false;
        }
        try {
            return operator.getClass().getMethod("isReady").getDeclaringClass() != Operator.class;
        } catch (NoSuchMethodException impossible) {
            throw new AssertionError(impossible);
        }
    }

    /** What an operator, or the source at the head, may ask for. */
    LinkContext contextOf(Link link) {
        return Objects.requireNonNull(parts.contexts().get(link));
    }

    /** The names of the restored operator states that an operator has asked for. */
    Set<String> askedBy(Link link) {
        LinkContext context = parts.contexts().get(link);
        return context == null ? Set.of() : context.asked();
    }

    /** Whether another record, timer or poll may be taken. Asked before each. */
    boolean canProceed() {
        return gate.isOpen() && (limited.length == 0 || allReady());
    }

    private boolean allReady() {
        for (Operator<?> operator : limited) {
            if (!operator.isReady()) {
                return false;
            }
        }
        return true;
    }

    void throwIfFailed() {
        parts.failure().throwIfAny();
    }

    /** @param capture takes what the barrier passes; null where it passes nothing */
    void forwardBarrier(Element.Barrier barrier, @Nullable InFlightCapture capture) {
        for (Link link : links) {
            Operator<?> operator = link.operator();
            if (operator != null) {
                try {
                    operator.beforeBarrier(barrier.checkpointId());
                } catch (Throwable thrown) {
                    throw link.failed("beforeBarrier", thrown);
                }
            }
        }
        for (Link link : links) {
            for (EdgeOutput edge : link.edges()) {
                if (capture == null) {
                    edge.sendControl(barrier);
                } else {
                    edge.sendBarrier(barrier, capture);
                }
            }
        }
    }

    ChainSnapshot freeze(Element.Barrier barrier, @Nullable SourceHead source) {
        ChainSnapshot snapshot = new ChainSnapshot(barrier);
        for (Link link : links) {
            snapshot.add(link, link == head() ? source : null);
        }
        return snapshot;
    }

    /** All has been opened, and what was restored has been held against it. */
    void opened() {
        parts.contexts().values().forEach(LinkContext::opened);
    }

    /** Removes some of the keyed values that have expired; between two records. */
    void sweep() {
        for (Link link : links) {
            if (link.backend != null) {
                link.backend.sweep(SWEPT_PLACES);
            }
        }
    }

    void onCheckpointComplete(long checkpointId) {
        for (Link link : links) {
            Operator<?> operator = link.operator();
            if (operator != null) {
                try {
                    operator.onCheckpointComplete(checkpointId);
                } catch (Throwable thrown) {
                    throw link.failed("onCheckpointComplete", thrown);
                }
            }
        }
    }

    void onCheckpointAborted(long checkpointId) {
        for (Link link : links) {
            Operator<?> operator = link.operator();
            if (operator != null) {
                try {
                    operator.onCheckpointAborted(checkpointId);
                } catch (Throwable thrown) {
                    throw link.failed("onCheckpointAborted", thrown);
                }
            }
        }
    }

    boolean hasPendingCommits() {
        for (Link link : links) {
            Operator<?> operator = link.operator();
            if (operator != null && operator.hasPendingCommits()) {
                return true;
            }
        }
        return false;
    }

    void flush() {
        for (Link link : links) {
            for (EdgeOutput edge : link.edges()) {
                edge.flush();
            }
        }
    }

    /** The counts of all channels, from outside into the subtask and back. */
    Traffic traffic(@Nullable InputHead input) {
        long records = 0;
        long batches = 0;
        long held = 0;
        for (Link link : links) {
            for (EdgeOutput edge : link.edges()) {
                records += edge.recordsSent();
                batches += edge.batchesSent();
                held += edge.heldBatches();
            }
        }
        return input == null
                ? new Traffic(0, records, 0, batches, 0, held)
                : new Traffic(
                        input.recordsRead(), records, input.batchesArrived(), batches, input.queuedBatches(), held);
    }

    void grant(int edgeId, int receiver, long upTo) {
        for (Link link : links) {
            for (EdgeOutput edge : link.edges()) {
                if (edge.edge().id() == edgeId) {
                    edge.grant(receiver, upTo);
                    return;
                }
            }
        }
        throw new IllegalStateException("a grant is for an edge that starts here: edge=" + edgeId);
    }

    /** Closes every operator whose open began, once, the first in the chain first. Failures are added to {@code cause}. */
    @Nullable
    Throwable close(@Nullable Throwable cause) {
        Throwable first = cause;
        for (Link link : links) {
            first = Suppressed.add(first, link.close());
        }
        return first;
    }
}
