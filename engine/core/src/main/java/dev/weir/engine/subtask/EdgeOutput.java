package dev.weir.engine.subtask;

import dev.weir.engine.channel.OutboundChannel;
import dev.weir.engine.element.Element;
import dev.weir.engine.element.Element.Passing;
import dev.weir.engine.operator.Output;
import dev.weir.engine.plan.PlanEdge;
import dev.weir.snapshot.format.EdgeId;
import dev.weir.snapshot.format.InFlight.Channel;
import java.util.List;

/**
 * The sending side of an edge: finds the target of each record. Mutable records are copied here, since they cross a
 * mailbox.
 */
abstract class EdgeOutput implements Output<Object> {

    /**
     * What every kind of edge is made of.
     *
     * @param sender the index of the sending subtask
     * @param channels one per target, by rising receiver index
     * @param receivers the receiver index of each channel
     */
    record Wires(
            PlanEdge edge,
            EdgeId name,
            int sender,
            List<OutboundChannel> channels,
            List<Integer> receivers,
            Handover copier) {}

    protected final OutboundChannel[] channels;
    private final Wires wires;
    private final Handover copier;

    EdgeOutput(Wires wires) {
        this.wires = wires;
        this.channels = wires.channels().toArray(OutboundChannel[]::new);
        this.copier = wires.copier();
    }

    final PlanEdge edge() {
        return wires.edge();
    }

    /** The record as it may leave the subtask. */
    protected final Object outgoing(Object record) {
        if (record == null) {
            throw new NullPointerException("records are never null: operator '"
                    + wires.name().fromUid() + "' emitted null; emit nothing instead, or an Optional");
        }
        return copier.copy(record);
    }

    /** Puts what the edge itself holds back into the channels. */
    void release() {}

    /** Whether the edge itself holds records back. */
    boolean isHolding() {
        return false;
    }

    final void flush() {
        release();
        for (OutboundChannel channel : channels) {
            channel.flush();
        }
    }

    final void sendControl(Element element) {
        release();
        for (OutboundChannel channel : channels) {
            channel.sendControl(element);
        }
    }

    /**
     * Sends a barrier that may pass records where the edge allows it.
     *
     * @param capture takes what is passed, and the queues in which the barrier waits
     */
    final void sendBarrier(Element.Barrier barrier, InFlightCapture capture) {
        if (!edge().canBeOvertaken()) {
            sendControl(barrier.inOrder());
            return;
        }
        release();
        for (int i = 0; i < channels.length; i++) {
            Channel name =
                    new Channel(wires.name(), wires.sender(), wires.receivers().get(i));
            if (barrier.passing() == Passing.OVERTAKING) {
                capture.held(name, channels[i].overtake(barrier));
            } else {
                channels[i].sendControl(barrier);
                capture.sent(name, channels[i]);
            }
        }
    }

    final void grant(int receiver, long upTo) {
        int i = wires.receivers().indexOf(receiver);
        if (i < 0) {
            throw new IllegalStateException(
                    "a grant comes from a receiver of the edge: edge=" + edge().id() + ", receiver=" + receiver);
        }
        channels[i].grant(upTo);
    }

    final boolean hasOpenBatch() {
        for (OutboundChannel channel : channels) {
            if (channel.hasOpenBatch()) {
                return true;
            }
        }
        return isHolding();
    }

    final long recordsSent() {
        long sum = 0;
        for (OutboundChannel channel : channels) {
            sum += channel.recordsSent();
        }
        return sum;
    }

    final long batchesSent() {
        long sum = 0;
        for (OutboundChannel channel : channels) {
            sum += channel.batchesSent();
        }
        return sum;
    }

    final long heldBatches() {
        long sum = 0;
        for (OutboundChannel channel : channels) {
            sum += channel.heldBatches();
        }
        return sum;
    }
}
