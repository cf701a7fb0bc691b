package dev.weir.engine.subtask;

import dev.weir.engine.alignment.BarrierAligner;
import dev.weir.engine.alignment.WatermarkCombiner;
import dev.weir.engine.channel.InboundChannel;
import dev.weir.engine.element.Element;
import dev.weir.engine.element.RecordBatch;
import dev.weir.engine.operator.Input;
import dev.weir.engine.operator.Timestamps;
import dev.weir.engine.plan.Channels.InputChannel;
import dev.weir.snapshot.backend.KeyedStateBackend;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The input side of a subtask: serves its channels in turn, one batch or control element at a time, and stops between
 * two records when the chain can't go on.
 */
final class InputHead {

    /** What reading leads to besides records. */
    interface Listener {
        void onAligned(Element.Barrier barrier, long alignmentNanos);

        void onWatermark(long watermark, EventTime.InputStatus status);

        void onEnded();
    }

    private final List<InputChannel> plan;
    private final InboundChannel[] channels;
    private final BarrierAligner aligner;
    private final WatermarkCombiner combiner;
    private final OperatorChain chain;
    private final Listener listener;
    private final Outbox outbox;
    private final TaskClock clock;
    private Input<Object>[] inputs;
    private @Nullable BatchLoop loop;
    private int next;
    private int ended;
    private long alignmentStartNanos;
    private long recordsRead;

    @SuppressWarnings("unchecked") // a generic array
    InputHead(OperatorChain chain, List<InputChannel> plan, int credits, Listener listener) {
        this.chain = chain;
        this.plan = plan;
        this.listener = listener;
        this.outbox = chain.outbox();
        this.clock = chain.clock();
        this.channels = new InboundChannel[plan.size()];
        for (int i = 0; i < channels.length; i++) {
            channels[i] = new InboundChannel(credits);
        }
        this.aligner = new BarrierAligner(channels.length);
        this.combiner = new WatermarkCombiner(channels.length, chain.head().watermark);
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
    }

    void arrive(int channel, Element element) {
        channels[channel].arrive(element);
    }

    void onAborted(long checkpointId) {
        aligner.onAborted(checkpointId);
    }

    long recordsRead() {
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

    /** Whether a turn would find something. */
    boolean hasInput() {
        for (int i = 0; i < channels.length; i++) {
            if (channels[i].hasInput() && !aligner.isBlocked(i)) {
                return true;
            }
        }
        return false;
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
            if (channels[channel].hasInput() && !aligner.isBlocked(channel)) {
                serve(channel);
                return true;
            }
        }
        return false;
    }

    private void serve(int channel) {
        InboundChannel inbound = channels[channel];
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
        if (backend != null) {
            backend.beginBatch(batch);
        }
        if (combiner.isIdle(channel)) {
            combiner.onActive(channel);
            watermarkChanged();
        }
    }

    private void read(int channel, InboundChannel inbound, RecordBatch batch) {
        int from = inbound.position();
        int position = loop().read(chain, inputs[channel], chain.head().backend, batch, from);
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
            onBarrier(channel, barrier);
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

    private void onBarrier(int channel, Element.Barrier barrier) {
        long checkpointId = barrier.checkpointId();
        if (aligner.openCheckpoint() != checkpointId) {
            alignmentStartNanos = clock.nanoTime();
        }
        long aligned = aligner.onBarrier(channel, checkpointId);
        if (aligned != BarrierAligner.NONE) {
            listener.onAligned(barrier, clock.nanoTime() - alignmentStartNanos);
        }
    }
}
