package dev.weir.samples.peers.jet;

import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.core.Inbox;
import com.hazelcast.jet.core.ProcessorMetaSupplier;
import com.hazelcast.jet.core.ProcessorSupplier;
import dev.weir.samples.peers.common.Meter;
import dev.weir.samples.peers.common.SinkFold;
import dev.weir.samples.peers.common.Workload;

/** The sink: folds the running sums into the meter's checksum. */
final class FoldProcessor extends AbstractProcessor {

    private final SinkFold fold = Meter.current().openSink();

    private FoldProcessor() {}

    static ProcessorMetaSupplier supplier() {
        return ProcessorMetaSupplier.of(Workload.PARALLELISM, ProcessorSupplier.of(FoldProcessor::new));
    }

    @Override
    public void process(int ordinal, Inbox inbox) {
        for (Object item = inbox.poll(); item != null; item = inbox.poll()) {
            Summable<?> event = (Summable<?>) item;
            fold.add(event.keyCode(), event.value());
        }
    }

    @Override
    public boolean complete() {
        fold.end();
        return true;
    }
}
