package dev.weir.samples.peers.jet;

import com.hazelcast.function.SupplierEx;
import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.core.Inbox;
import com.hazelcast.jet.core.ProcessorMetaSupplier;
import com.hazelcast.jet.core.ProcessorSupplier;
import com.hazelcast.jet.datamodel.KeyedWindowResult;
import dev.weir.samples.peers.common.LatencyFold;
import dev.weir.samples.peers.common.Meter;
import dev.weir.samples.peers.common.Records;
import dev.weir.samples.peers.common.SinkFold;
import dev.weir.samples.peers.common.Workload;

/** A sink that folds what it gets into the meter's checksum. */
abstract class FoldProcessor<T> extends AbstractProcessor {

    private final SinkFold fold = Meter.current().openSink();

    private static ProcessorMetaSupplier supplier(SupplierEx<? extends FoldProcessor<?>> maker) {
        return ProcessorMetaSupplier.of(Workload.PARALLELISM, ProcessorSupplier.of(maker));
    }

    /** For records with values or running sums. */
    static ProcessorMetaSupplier ofRecords() {
        return supplier(OfRecords::new);
    }

    /** For the sums of windows. */
    static ProcessorMetaSupplier ofWindows() {
        return supplier(OfWindows::new);
    }

    /** For records that know when they should have been made. */
    static ProcessorMetaSupplier ofPacedRecords() {
        return supplier(OfPacedRecords::new);
    }

    abstract void foldInto(SinkFold target, T item);

    @Override
    @SuppressWarnings("unchecked") // the edge carries what the job's sink is for
    public void process(int ordinal, Inbox inbox) {
        for (Object item = inbox.poll(); item != null; item = inbox.poll()) {
            foldInto(fold, (T) item);
        }
    }

    @Override
    public boolean complete() {
        fold.end();
        return true;
    }

    private static final class OfRecords extends FoldProcessor<Summable<?>> {

        @Override
        void foldInto(SinkFold target, Summable<?> event) {
            target.add(event.keyCode(), event.value());
        }
    }

    private static final class OfWindows extends FoldProcessor<KeyedWindowResult<Long, Long>> {

        @Override
        void foldInto(SinkFold target, KeyedWindowResult<Long, Long> sum) {
            target.add(Records.windowCode(sum.key(), sum.start()), sum.result());
        }
    }

    private static final class OfPacedRecords extends FoldProcessor<PacedEvent> {

        private final LatencyFold latencies = Meter.current().openLatencies();

        @Override
        void foldInto(SinkFold target, PacedEvent event) {
            latencies.add(event.createdNanos());
            target.add(event.keyCode(), event.value());
        }
    }
}
