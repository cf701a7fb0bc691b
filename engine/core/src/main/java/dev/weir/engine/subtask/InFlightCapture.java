package dev.weir.engine.subtask;

import dev.weir.engine.channel.OutboundChannel;
import dev.weir.engine.element.Element;
import dev.weir.snapshot.copy.RecordCopier;
import dev.weir.snapshot.format.InFlight;
import dev.weir.snapshot.format.InFlight.Channel;
import dev.weir.snapshot.format.InFlight.ChannelTime;
import dev.weir.snapshot.format.InFlight.Part;
import dev.weir.snapshot.format.InFlight.Side;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Collects what is under way to and from a subtask for one snapshot: what waits, then what still comes on channels whose
 * barrier is missing, and at the sender what the barrier passes. Mutable records are copied here, before user code gets
 * them.
 *
 * <p>Invariant: the result is there once no channel's barrier is missing and none waits in an output queue; never where
 * the checkpoint was given up before that.
 */
final class InFlightCapture {

    /** The barrier that waits behind data in an output queue. */
    private record Waiting(Channel channel, OutboundChannel queue) {}

    private final Element.Barrier barrier;
    private final CompletableFuture<InFlight> result = new CompletableFuture<>();
    private final RecordCopier copier = new RecordCopier();
    private final List<CapturedPart> parts = new ArrayList<>();

    /** What still comes, by the number of the input channel. */
    private final Map<Integer, CapturedPart> recordings = new HashMap<>();

    private final List<Waiting> waiting = new ArrayList<>();
    private List<ChannelTime> times = List.of();
    private Map<String, Long> pendingAdvances = Map.of();
    private Runnable beforeResult = () -> {};

    InFlightCapture(Element.Barrier barrier) {
        this.barrier = barrier;
    }

    Element.Barrier barrier() {
        return barrier;
    }

    long checkpointId() {
        return barrier.checkpointId();
    }

    /** Complete once everything is there. */
    CompletableFuture<InFlight> result() {
        return result;
    }

    long records() {
        return parts.stream().mapToLong(CapturedPart::records).sum();
    }

    void times(List<ChannelTime> perChannel) {
        times = perChannel;
    }

    void pendingAdvances(Map<String, Long> byUid) {
        pendingAdvances = byUid;
    }

    /** What waits at an input, to be added in order. */
    CapturedPart queued(Channel channel) {
        return part(channel, Side.QUEUED);
    }

    /** What waits at an input whose barrier is missing, to be added in order; what comes there is added behind it. */
    CapturedPart queuedAndComing(int number, Channel channel) {
        CapturedPart part = part(channel, Side.QUEUED);
        recordings.put(number, part);
        return part;
    }

    /** An element has arrived on an input. */
    void onArrived(int number, Element element) {
        CapturedPart part = recordings.get(number);
        if (part != null) {
            part.add(element, 0);
        }
    }

    /** The missing barrier of an input has come. */
    void onBarrier(int number) {
        recordings.remove(number);
    }

    /** Whether what comes on some input still belongs to the snapshot. */
    boolean isRecording() {
        return !recordings.isEmpty();
    }

    /** What the barrier has passed at an output. */
    void held(Channel channel, List<Element> passed) {
        CapturedPart part = part(channel, Side.HELD);
        for (Element element : passed) {
            part.add(element, 0);
        }
    }

    /** The barrier was put into an output queue in its place. */
    void sent(Channel channel, OutboundChannel queue) {
        if (queue.holdsBarrier(checkpointId())) {
            waiting.add(new Waiting(channel, queue));
        }
    }

    /** Whether the barrier waits in an output queue. */
    boolean isWaiting() {
        return !waiting.isEmpty();
    }

    /** Credit has come: barriers may have left their queues. */
    void outputsMoved() {
        waiting.removeIf(one -> !one.queue.holdsBarrier(checkpointId()));
    }

    /** The barrier has waited long enough. */
    void overtakeAtOutputs() {
        for (Waiting one : waiting) {
            held(one.channel, one.queue.overtakeHeld(checkpointId()));
        }
        waiting.clear();
    }

    /** @param action runs right before the result is there */
    void beforeResult(Runnable action) {
        beforeResult = action;
    }

    /** Gives the result where nothing is missing any more. */
    void completeIfWhole() {
        if (result.isDone() || isRecording() || isWaiting()) {
            return;
        }
        beforeResult.run();
        List<Part> all = parts.stream()
                .filter(part -> !part.isEmpty())
                .map(CapturedPart::toPart)
                .toList();
        result.complete(new InFlight(times, pendingAdvances, all));
    }

    private CapturedPart part(Channel channel, Side side) {
        CapturedPart part = new CapturedPart(channel, side, copier);
        parts.add(part);
        return part;
    }
}
