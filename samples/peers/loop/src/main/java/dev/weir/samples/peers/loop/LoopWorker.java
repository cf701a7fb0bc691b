package dev.weir.samples.peers.loop;

import dev.weir.samples.peers.common.Generator;
import dev.weir.samples.peers.common.Meter;
import dev.weir.samples.peers.common.Records;
import dev.weir.samples.peers.common.Variant;

/**
 * One of the two threads: makes the records of its source, sums those with keys of its own and sends the others over.
 * Never waits: when the other thread is behind, this one works off what it got from there.
 *
 * <pre>
 *   GENERATING → (limit reached) FLUSHING → (last batch sent) DRAINING → (other ended, ring empty) done
 * </pre>
 */
final class LoopWorker implements Runnable {

    private enum Phase {
        GENERATING,
        FLUSHING,
        DRAINING
    }

    private final int index;
    private final Meter meter;
    private final Channel outbound;
    private final Channel inbound;
    private final KeyedSum sum;
    private final Generator generator;
    private final boolean isTripled;
    private Batch outgoing;
    private Phase phase = Phase.GENERATING;
    private long emittedCount;

    LoopWorker(int index, Variant variant, Meter meter, Channel outbound, Channel inbound) {
        this.index = index;
        this.meter = meter;
        this.outbound = outbound;
        this.inbound = inbound;
        sum = new KeyedSum(meter.openSink());
        generator = Generator.ofSource(index);
        isTripled = variant.hasSecondMap();
        outgoing = outbound.take();
    }

    @Override
    public void run() {
        meter.sourceStarted();
        boolean mayGetMore = true;
        while (phase != Phase.DRAINING || mayGetMore) {
            switch (phase) {
                case GENERATING -> generate();
                case FLUSHING -> flush();
                case DRAINING -> Thread.onSpinWait();
            }
            mayGetMore = inbound.drainTo(sum);
        }
        sum.end();
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
        generateUntilFull(emittedCount + meter.allowed(emittedCount, Batch.CAPACITY_RECORDS));
    }

    private void generateUntilFull(long limitCount) {
        long count = emittedCount;
        while (count < limitCount && !outgoing.isFull()) {
            int key = generator.nextKey();
            count++;
            long value = Records.increment(Records.valueOf(key));
            if (isTripled) {
                value = Records.triple(value);
            }
            if (!Records.isKept(value)) {
                continue;
            }
            if (ownerOf(key) == index) {
                sum.add(key, value);
            } else {
                outgoing.add(key, value);
            }
        }
        emittedCount = count;
    }

    private void flush() {
        if (outgoing.recordCount == 0 || send()) {
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

    private static int ownerOf(long key) {
        return (int) ((key * 0xC2B2AE3D27D4EB4FL) >>> 63);
    }
}
