package dev.weir.samples.peers.jet;

import com.hazelcast.jet.core.Inbox;
import dev.weir.samples.peers.common.Records;
import dev.weir.samples.peers.common.Variant;

/** The maps before the filter and the filter, in one processor. */
final class MapProcessor<E extends Summable<E>> extends EmittingProcessor {

    private final Variant variant;

    MapProcessor(Variant variant) {
        this.variant = variant;
    }

    @Override
    public void process(int ordinal, Inbox inbox) {
        boolean isAccepted = emitKept();
        while (isAccepted && !inbox.isEmpty()) {
            @SuppressWarnings("unchecked") // the edge carries records of the job's kind only
            E event = (E) inbox.poll();
            long mapped = variant.mapped(event.value());
            isAccepted = !Records.isKept(mapped) || emit(event.replaceValue(mapped));
        }
    }
}
