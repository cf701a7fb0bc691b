package dev.weir.engine.plan;

import dev.weir.engine.protocol.SubtaskId;
import java.util.ArrayList;
import java.util.List;

/**
 * The channels of a plan. A receiver numbers its input channels edge by edge (rising id), and within an edge sender by
 * sender; a sender's targets of an edge are numbered by rising receiver index. Both sides compute the same numbers.
 */
public final class Channels {

    /** One input channel of a subtask: where it comes from and which input of the head it feeds. */
    public record InputChannel(int edge, SubtaskId from, int toInput) {}

    /** One target of an outbound edge: the receiver and the number of this channel there. */
    public record OutputChannel(SubtaskId to, int channelAtReceiver) {}

    private final ExecutionPlan plan;

    public Channels(ExecutionPlan plan) {
        this.plan = plan;
    }

    public List<InputChannel> inputsOf(SubtaskId subtask) {
        List<InputChannel> inputs = new ArrayList<>();
        for (PlanEdge edge : plan.inputsOf(subtask.chain())) {
            Span senders = sendersTo(edge, subtask.index());
            for (int sender = senders.first(); sender < senders.end(); sender++) {
                inputs.add(new InputChannel(edge.id(), new SubtaskId(edge.fromChain(), sender), edge.toInput()));
            }
        }
        return inputs;
    }

    public List<OutputChannel> targetsOf(PlanEdge edge, int senderIndex) {
        List<OutputChannel> targets = new ArrayList<>();
        Span receivers = receiversOf(edge, senderIndex);
        for (int receiver = receivers.first(); receiver < receivers.end(); receiver++) {
            targets.add(
                    new OutputChannel(new SubtaskId(edge.toChain(), receiver), channelAt(edge, receiver, senderIndex)));
        }
        return targets;
    }

    private int channelAt(PlanEdge edge, int receiver, int senderIndex) {
        int before = 0;
        for (PlanEdge input : plan.inputsOf(edge.toChain())) {
            Span senders = sendersTo(input, receiver);
            if (input.id() == edge.id()) {
                return before + senderIndex - senders.first();
            }
            before += senders.end() - senders.first();
        }
        throw new IllegalStateException("an edge is an input of the chain it leads to: edge=" + edge.id());
    }

    private Span sendersTo(PlanEdge edge, int receiver) {
        int senders = plan.chain(edge.fromChain()).parallelism();
        int receivers = plan.chain(edge.toChain()).parallelism();
        return connected(edge.pattern(), receiver, receivers, senders);
    }

    private Span receiversOf(PlanEdge edge, int sender) {
        int senders = plan.chain(edge.fromChain()).parallelism();
        int receivers = plan.chain(edge.toChain()).parallelism();
        return connected(edge.pattern(), sender, senders, receivers);
    }

    /** The subtasks of the other side that one subtask is connected to; the relation is the same from both sides. */
    private static Span connected(PlanEdge.Pattern pattern, int own, int ownCount, int otherCount) {
        return switch (pattern) {
            case ALL_TO_ALL -> new Span(0, otherCount);
            case ONE_TO_ONE -> new Span(own, own + 1);
            case POINTWISE -> pointwise(own, ownCount, otherCount);
        };
    }

    /** The side with more subtasks is dealt out evenly over the side with fewer. */
    private static Span pointwise(int own, int ownCount, int otherCount) {
        if (ownCount >= otherCount) {
            int other = (int) ((long) own * otherCount / ownCount);
            return new Span(other, other + 1);
        }
        long first = ((long) own * otherCount + ownCount - 1) / ownCount;
        long end = (((long) own + 1) * otherCount + ownCount - 1) / ownCount;
        return new Span((int) first, (int) end);
    }

    /** Indexes from {@code first} to before {@code end}. */
    private record Span(int first, int end) {}
}
