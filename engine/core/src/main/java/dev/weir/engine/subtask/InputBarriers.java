package dev.weir.engine.subtask;

import dev.weir.engine.alignment.Alignment;
import dev.weir.engine.alignment.AtLeastOnceCut;
import dev.weir.engine.alignment.BarrierAligner;
import dev.weir.engine.alignment.UnalignedCut;
import dev.weir.engine.alignment.UnalignedCut.Step;
import dev.weir.engine.channel.InboundChannel;
import dev.weir.engine.element.Element;
import dev.weir.engine.element.Element.Passing;
import dev.weir.engine.settings.CheckpointSettings.Barriers;
import dev.weir.engine.settings.CheckpointSettings.Cut;
import dev.weir.engine.settings.CheckpointSettings.Mode;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The barriers at the inputs of one subtask: asks the cut that the settings name when a snapshot is due, and has it
 * taken. A savepoint is always aligned.
 */
final class InputBarriers {

    /** The inputs as far as barriers are concerned. */
    interface Inputs {
        /** Puts into a capture what is left of what was restored, and how far time has come. */
        void captureRest(InFlightCapture capture);

        long recordsRead();
    }

    private final InboundChannel[] channels;
    private final InFlightNames names;
    private final Inputs inputs;
    private final SnapshotTaker taker;
    private final TaskClock clock;

    /** For savepoints, and where all barriers stay in their places. */
    private final BarrierAligner aligned;

    /** For the other barriers that stay in their places. */
    private final Alignment inOrder;

    /** For barriers that may overtake; null where none may. */
    private final @Nullable UnalignedCut unaligned;

    /** From the first barrier of a checkpoint on. */
    private final TreeMap<Long, CutFigures> figures = new TreeMap<>();

    /** Of the last unaligned cut, while barriers are missing. */
    private @Nullable InFlightCapture capture;

    InputBarriers(InboundChannel[] channels, InFlightNames names, Inputs inputs, SnapshotTaker taker, TaskClock clock) {
        this.channels = channels;
        this.names = names;
        this.inputs = inputs;
        this.taker = taker;
        this.clock = clock;
        Cut cut = taker.cut();
        this.aligned = new BarrierAligner(channels.length);
        this.inOrder = cut.mode() == Mode.AT_LEAST_ONCE ? new AtLeastOnceCut(channels.length) : aligned;
        this.unaligned = cut.barriers() == Barriers.UNALIGNED
                ? new UnalignedCut(
                        channels.length,
                        names.stayAligned(),
                        cut.alignedTimeout().toNanos())
                : null;
    }

    /** Whether a channel must not be read. */
    boolean isBlocked(int channel) {
        return aligned.isBlocked(channel) || (unaligned != null && unaligned.isBlocked(channel));
    }

    /** An element has arrived, and waits in its channel. */
    void onArrived(int channel, Element element) {
        UnalignedCut cut = unaligned;
        if (cut == null) {
            return;
        }
        if (!(element instanceof Element.Barrier barrier)) {
            if (capture != null) {
                capture.onArrived(channel, element);
            }
        } else if (!barrier.kind().isSavepoint()) {
            begin(barrier);
            aligned.onNewer(barrier.checkpointId());
            follow(cut, cut.onArrived(channel, barrier, clock.nanoTime()), channel);
        }
    }

    /** A barrier was taken from its place in a channel that is not blocked. */
    void onTaken(int channel, Element.Barrier barrier) {
        UnalignedCut cut = unaligned;
        if (cut != null && !barrier.kind().isSavepoint()) {
            follow(cut, cut.onTaken(channel, barrier, clock.nanoTime()), channel);
            return;
        }
        long checkpointId = barrier.checkpointId();
        begin(barrier);
        if (cut != null) {
            cut.onNewer(checkpointId);
            forgetAbandoned(cut);
        }
        Alignment alignment = barrier.kind().isSavepoint() ? aligned : inOrder;
        if (alignment.onBarrier(channel, checkpointId) != Alignment.NONE) {
            taker.takeAligned(barrier, last(checkpointId));
        }
    }

    /**
     * Takes the barriers that are next in their places, where barriers may overtake: that gives nothing to process, so it
     * needs no credit.
     */
    void takeNext() {
        if (unaligned == null) {
            return;
        }
        for (int i = 0; i < channels.length; i++) {
            Element.Barrier next = channels[i].nextBarrier();
            while (next != null && !next.kind().isSavepoint() && !isBlocked(i)) {
                channels[i].take();
                onTaken(i, next);
                next = channels[i].nextBarrier();
            }
        }
    }

    void onAborted(long checkpointId) {
        aligned.onAborted(checkpointId);
        if (inOrder != aligned) {
            inOrder.onAborted(checkpointId);
        }
        if (unaligned != null) {
            unaligned.onAborted(checkpointId);
            forgetAbandoned(unaligned);
        }
        figures.remove(checkpointId);
    }

    /** Whether {@link #onTime} and {@link #overdue} are to be called at the deadline. */
    boolean hasDeadline() {
        return !figures.isEmpty() || (unaligned != null && unaligned.hasDeadline());
    }

    /** Monotonic time. Only where there is one. */
    long deadlineNanos() {
        if (unaligned != null && unaligned.hasDeadline()) {
            return unaligned.deadlineNanos();
        }
        return figures.firstEntry().getValue().deadlineNanos();
    }

    /**
     * A checkpoint whose missing barriers will never come: its round's time was over so long ago that word of it must have
     * been lost; {@link Alignment#NONE} where there is none. Without this a channel could stay blocked for ever where no
     * other round follows.
     */
    long overdue(long nowNanos) {
        Map.Entry<Long, CutFigures> oldest = figures.firstEntry();
        return oldest != null && oldest.getValue().deadlineNanos() - nowNanos <= 0 ? oldest.getKey() : Alignment.NONE;
    }

    /** Time has passed. */
    void onTime(long nowNanos) {
        if (unaligned != null) {
            follow(unaligned, unaligned.onTime(nowNanos), 0);
        }
    }

    private void begin(Element.Barrier barrier) {
        if (!figures.containsKey(barrier.checkpointId())) {
            figures.put(
                    barrier.checkpointId(),
                    new CutFigures(barrier, clock, inputs.recordsRead(), taker.timeoutNanos(barrier.kind())));
        }
    }

    private CutFigures last(long checkpointId) {
        CutFigures ofCheckpoint = Objects.requireNonNull(figures.get(checkpointId));
        ofCheckpoint.onLast(clock.nanoTime(), inputs.recordsRead());
        figures.headMap(checkpointId, true).clear();
        return ofCheckpoint;
    }

    private void follow(UnalignedCut cut, Step step, int channel) {
        if (step != Step.LAST) {
            forgetAbandoned(cut);
        }
        switch (step) {
            case NOTHING -> {}
            case CUT, CUT_WHOLE -> cut(cut, step);
            case PASSED, LAST -> passed(channel, step);
        }
    }

    private void cut(UnalignedCut cut, Step step) {
        Element.Barrier barrier = cut.barrier();
        long checkpointId = barrier.checkpointId();
        InFlightCapture made = new InFlightCapture(barrier);
        if (barrier.passing() == Passing.OVERTAKING) {
            inputs.captureRest(made);
            for (int i = 0; i < channels.length; i++) {
                captureChannel(made, cut, i);
            }
        }
        CutFigures ofCheckpoint =
                step == Step.CUT_WHOLE ? last(checkpointId) : Objects.requireNonNull(figures.get(checkpointId));
        capture = step == Step.CUT ? made : null;
        taker.takeUnaligned(made, ofCheckpoint);
    }

    /** What waits before the barrier; nothing where that was taken in its place. */
    private void captureChannel(InFlightCapture made, UnalignedCut cut, int number) {
        InboundChannel channel = channels[number];
        long checkpointId = made.checkpointId();
        if (cut.isMissing(number)) {
            channel.forEachBefore(checkpointId, made.queuedAndComing(number, names.of(number)));
        } else if (channel.holdsBarrier(checkpointId)) {
            channel.forEachBefore(checkpointId, made.queued(names.of(number)));
            channel.removeBarrier(checkpointId);
        }
    }

    private void passed(int number, Step step) {
        InFlightCapture made = capture;
        if (made == null) {
            return;
        }
        channels[number].removeBarrier(made.checkpointId());
        made.onBarrier(number);
        if (step == Step.LAST) {
            capture = null;
            last(made.checkpointId());
        }
        taker.completeIfWhole();
    }

    /** A newer checkpoint, or an order, has ended the one that is being collected. */
    private void forgetAbandoned(UnalignedCut cut) {
        InFlightCapture made = capture;
        if (made != null && made.isRecording() && cut.openCheckpoint() != made.checkpointId()) {
            capture = null;
            taker.abandon(made.checkpointId());
        }
    }
}
