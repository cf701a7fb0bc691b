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
            for (int sender : sendersTo(edge, subtask.index())) {
                inputs.add(new InputChannel(edge.id(), new SubtaskId(edge.fromChain(), sender), edge.toInput()));
            }
        }
        return inputs;
    }

    public List<OutputChannel> targetsOf(PlanEdge edge, int senderIndex) {
        List<OutputChannel> targets = new ArrayList<>();
        for (int receiver = 0; receiver < receiversOf(edge); receiver++) {
            if (sendersTo(edge, receiver).contains(senderIndex)) {
                SubtaskId to = new SubtaskId(edge.toChain(), receiver);
                targets.add(new OutputChannel(to, channelAt(to, edge, senderIndex)));
            }
        }
        return targets;
    }

    private int channelAt(SubtaskId receiver, PlanEdge edge, int senderIndex) {
        List<InputChannel> inputs = inputsOf(receiver);
        InputChannel wanted = new InputChannel(edge.id(), new SubtaskId(edge.fromChain(), senderIndex), edge.toInput());
        return inputs.indexOf(wanted);
    }

    private int receiversOf(PlanEdge edge) {
        return plan.chain(edge.toChain()).parallelism();
    }

    private List<Integer> sendersTo(PlanEdge edge, int receiver) {
        int senders = plan.chain(edge.fromChain()).parallelism();
        int receivers = receiversOf(edge);
        List<Integer> connected = new ArrayList<>();
        for (int sender = 0; sender < senders; sender++) {
            if (isConnected(edge.pattern(), sender, senders, receiver, receivers)) {
                connected.add(sender);
            }
        }
        return connected;
    }

    private static boolean isConnected(PlanEdge.Pattern pattern, int sender, int senders, int receiver, int receivers) {
        return switch (pattern) {
            case ALL_TO_ALL -> true;
            case ONE_TO_ONE -> sender == receiver;
            // The side with more subtasks is dealt out evenly over the side with fewer.
            case POINTWISE ->
                senders >= receivers
                        ? (long) sender * receivers / senders == receiver
                        : (long) receiver * senders / receivers == sender;
        };
    }
}
