package dev.weir.engine.subtask;

import dev.weir.engine.alignment.WatermarkCombiner;
import dev.weir.engine.channel.InboundChannel;
import dev.weir.engine.element.Element;
import dev.weir.engine.element.RecordBatch;
import dev.weir.engine.operator.Input;
import dev.weir.engine.operator.Timestamps;
import dev.weir.engine.plan.Channels;
import dev.weir.engine.plan.Channels.InputChannel;
import dev.weir.snapshot.backend.KeyedStateBackend;
import dev.weir.snapshot.format.InFlight;
import dev.weir.snapshot.restore.RestoredInFlight;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The input side of a subtask: serves its channels in turn, one batch or control element at a time, and stops between
 * two records when the chain can't go on. Where records may block, it takes a few at a time: barriers and other control
 * messages wait for those, not for a batch.
 */
final class InputHead implements InputBarriers.Inputs {

    /** What reading leads to besides records. */
    interface Listener {
        void onWatermark(long watermark, EventTime.InputStatus status);

        void onEnded();
    }

    private final List<InputChannel> plan;
    private final InboundChannel[] channels;
    private final InFlightNames names;
    private final InFlightReplay replay;
    private final InputBarriers barriers;
    private final WatermarkCombiner combiner;
    private final OperatorChain chain;
    private final Listener listener;
    private final Outbox outbox;
    private final TurnSize turnSize;
    private Input<Object>[] inputs;
    private @Nullable BatchLoop loop;
    private int next;
    private int ended;
    private long recordsRead;

    @SuppressWarnings("unchecked") // a generic array
    InputHead(SubtaskSpec spec, OperatorChain chain, SnapshotTaker taker, TurnSize turnSize, Listener listener) {
        this.chain = chain;
        this.plan = new Channels(spec.plan()).inputsOf(spec.id());
        this.listener = listener;
        this.outbox = chain.outbox();
        this.turnSize = turnSize;
        this.channels = new InboundChannel[plan.size()];
        for (int i = 0; i < channels.length; i++) {
            channels[i] = new InboundChannel(spec.settings().task().credits());
        }
        RestoredInFlight restored = spec.restored() == null
                ? RestoredInFlight.NONE
                : spec.restored().inFlight();
        this.names = new InFlightNames(spec.plan(), spec.id(), plan);
        this.replay = new InFlightReplay(restored, names, spec.maxParallelism());
        this.barriers = new InputBarriers(channels, names, this, taker, chain.clock());
        Link head = chain.head();
        this.combiner = new WatermarkCombiner(channels.length, Math.max(head.watermark, head.pendingWatermark));
        for (InFlight.ChannelTime time : restored.inFlight().times()) {
            combiner.restore(names.numberOf(time.channel()), time.watermark(), time.activity());
        }
        this.inputs = (Input<Object>[]) new Input<?>[0];
    }

    /** After the head operator has been opened. */
    @SuppressWarnings("unchecked") // a generic array
    void connect() {
        inputs = (Input<Object>[]) new Input<?>[channels.length];
        for (int i = 0; i < inputs.length; i++) {
            inputs[i] = chain.head().input(plan.get(i).toInput());
        }
        loop = BatchLoop.over(Objects.requireNonNull(chain.head().operator()));
        if (combiner.isIdle()) {
            watermarkChanged();
        }
    }

    void arrive(int channel, Element element) {
        channels[channel].arrive(element);
        barriers.onArrived(channel, element);
    }

    InputBarriers barriers() {
        return barriers;
    }

    @Override
    public void captureRest(InFlightCapture capture) {
        List<InFlight.ChannelTime> times = new ArrayList<>();
        for (int i = 0; i < channels.length; i++) {
            times.add(new InFlight.ChannelTime(names.of(i), combiner.watermark(i), combiner.activity(i)));
        }
        capture.times(times);
        replay.captureRest(capture);
    }

    @Override
    public long recordsRead() {
        return recordsRead;
    }

    long batchesArrived() {
        long sum = 0;
        for (InboundChannel channel : channels) {
            sum += channel.batchesArrived();
        }
        return sum;
    }

    long queuedBatches() {
        long sum = 0;
        for (InboundChannel channel : channels) {
            sum += channel.queuedBatches();
        }
        return sum;
    }

    /** Whether something that was under way before the restored checkpoint is still to be processed. */
    boolean isReplaying() {
        return !replay.isDone();
    }

    /** Processes some of it. Only while {@link #isReplaying}. */
    void replay() {
        InFlightReplay.Replayed part = replay.current();
        serve(part.number(), part.elements());
        replay.advance();
    }

    /**
     * Serves the next channel that has something.
     *
     * @return false when no channel has
     */
    boolean turn() {
        int count = channels.length;
        for (int tried = 0; tried < count; tried++) {
            int channel = next;
            next = channel + 1 == count ? 0 : channel + 1;
            if (channels[channel].hasInput() && !barriers.isBlocked(channel)) {
                serve(channel, channels[channel]);
                return true;
            }
        }
        return false;
    }

    private void serve(int channel, InboundChannel inbound) {
        RecordBatch batch = inbound.reading();
        if (batch == null) {
            Element element = inbound.take();
            if (!(element instanceof Element.Data data)) {
                onControl(channel, element);
                return;
            }
            inbound.startReading(data);
            batch = data.batch();
            onBatch(channel, batch);
        }
        read(channel, inbound, batch);
    }

    private BatchLoop loop() {
        return Objects.requireNonNull(loop, "the head is connected first");
    }

    private void onBatch(int channel, RecordBatch batch) {
        KeyedStateBackend backend = chain.head().backend;
        if (backend != null && batch.isKeyed()) {
            backend.beginBatch(batch);
        }
        if (combiner.isIdle(channel)) {
            combiner.onActive(channel);
            watermarkChanged();
        }
    }

    /**
     * Null where the records have no keys, also beside an input that has (rules that are broadcast, say): then there is no
     * current key, rather than that of the record before.
     */
    private @Nullable KeyedStateBackend backendFor(RecordBatch batch) {
        KeyedStateBackend backend = chain.head().backend;
        if (backend == null || batch.isKeyed()) {
            return backend;
        }
        backend.unsetCurrentKey();
        return null;
    }

    private void read(int channel, InboundChannel inbound, RecordBatch batch) {
        int from = inbound.position();
        int end = Math.min(batch.size(), from + turnSize.records());
        int position = loop().read(chain, inputs[channel], backendFor(batch), batch, from, end);
        recordsRead += position - from;
        inbound.readUpTo(position);
        if (position == batch.size()) {
            long grant = inbound.finishReading();
            if (grant > 0) {
                InputChannel from1 = plan.get(channel);
                outbox.grant(from1.from(), from1.edge(), grant);
            }
        }
    }

    private void onControl(int channel, Element element) {
        if (element instanceof Element.Watermark watermark) {
            combiner.onWatermark(channel, watermark.timestamp());
            watermarkChanged();
        } else if (element instanceof Element.Barrier barrier) {
            barriers.onTaken(channel, barrier);
        } else if (element instanceof Element.Idle) {
            combiner.onIdle(channel);
            watermarkChanged();
        } else if (element instanceof Element.Active) {
            combiner.onActive(channel);
            watermarkChanged();
        } else if (element instanceof Element.EndOfInput) {
            combiner.onWatermark(channel, Timestamps.MAX);
            if (++ended == channels.length) {
                listener.onEnded();
            } else {
                watermarkChanged();
            }
        } else {
            throw new AssertionError("no case for " + element);
        }
    }

    private void watermarkChanged() {
        listener.onWatermark(
                combiner.watermark(), combiner.isIdle() ? EventTime.InputStatus.IDLE : EventTime.InputStatus.ACTIVE);
    }
}
