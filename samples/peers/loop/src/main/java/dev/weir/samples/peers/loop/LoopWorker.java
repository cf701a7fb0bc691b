package dev.weir.samples.peers.loop;

import dev.weir.samples.peers.common.Generator;
import dev.weir.samples.peers.common.Meter;
import dev.weir.samples.peers.common.SinkFold;
import dev.weir.samples.peers.common.Workload;

/**
 * One of the two threads: makes the records of its source, works on those that are its own and sends the others over.
 * Never waits: when the other thread is behind, this one works off what it got from there. Subclasses are the jobs.
 *
 * <pre>
 *   GENERATING → (limit reached) FLUSHING → (last batch sent) DRAINING → (other ended, ring empty) done
 * </pre>
 */
abstract class LoopWorker implements Runnable {

    private enum Phase {
        GENERATING,
        FLUSHING,
        DRAINING
    }

    private final int index;
    private final Meter meter;
    private final Channel outbound;
    private final Channel inbound;
    private final Generator generator;
    private final SinkFold fold;
    private Batch outgoing;
    private Phase phase = Phase.GENERATING;
    private long emittedCount;

    LoopWorker(int index, Workload workload, Meter meter, Channel outbound, Channel inbound) {
        this.index = index;
        this.meter = meter;
        this.outbound = outbound;
        this.inbound = inbound;
        generator = Generator.at(index, 0, workload.keyCount());
        fold = meter.openSink();
        outgoing = outbound.take();
    }

    @Override
    public final void run() {
        meter.sourceStarted();
        boolean mayGetMore = true;
        while (phase != Phase.DRAINING || mayGetMore) {
            switch (phase) {
                case GENERATING -> generate();
                case FLUSHING -> flush();
                case DRAINING -> Thread.onSpinWait();
            }
            mayGetMore = inbound.drainTo(this);
        }
        finish(fold);
        fold.end();
    }

    private void generate() {
        if (!meter.goesOn(emittedCount)) {
            meter.sourceEnded(index, emittedCount);
            phase = Phase.FLUSHING;
            return;
        }
        if (outgoing.isFull() && !send()) {
            return;
        }
        long limitCount = emittedCount + meter.allowed(emittedCount, Batch.CAPACITY_RECORDS);
        emittedCount = generate(generator, emittedCount, limitCount, outgoing, fold);
    }

    private void flush() {
        if (outgoing.isEmpty() || send()) {
            outbound.end();
            phase = Phase.DRAINING;
        }
    }

    private boolean send() {
        if (!outbound.send(outgoing)) {
            return false;
        }
        outgoing = outbound.take();
        return true;
    }

    final void receive(Batch batch) {
        receive(batch, fold);
    }

    /** Which of the two threads a key belongs to. */
    final boolean owns(long key) {
        return (int) ((key * 0xC2B2AE3D27D4EB4FL) >>> 63) == index;
    }

    /** Makes the records from {@code nextIndex} on, until the batch is full or the limit reached; answers how far it came. */
    abstract long generate(Generator from, long nextIndex, long limitIndex, Batch toOther, SinkFold toSink);

    /** Works on what the other thread sent. */
    abstract void receive(Batch batch, SinkFold toSink);

    /** Everything has been received. */
    abstract void finish(SinkFold toSink);
}
