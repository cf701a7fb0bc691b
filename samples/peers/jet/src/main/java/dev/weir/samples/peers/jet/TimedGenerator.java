package dev.weir.samples.peers.jet;

import com.hazelcast.jet.Traverser;
import com.hazelcast.jet.core.EventTimeMapper;
import com.hazelcast.jet.core.EventTimePolicy;
import dev.weir.samples.peers.common.EventTime;
import dev.weir.samples.peers.common.Records;
import org.jspecify.annotations.Nullable;

/** Emits records with timestamps as sources of pipelines do: Jet's mapper wraps them and adds watermarks. */
final class TimedGenerator extends GeneratorProcessor {

    /** A generator is one partition. */
    private static final int PARTITION = 0;

    private final EventTimeMapper<TimedEvent> mapper;
    private @Nullable Traverser<Object> kept;

    TimedGenerator(int keyCount, EventTimePolicy<? super TimedEvent> policy) {
        super(keyCount);
        mapper = new EventTimeMapper<>(policy);
        mapper.addPartitions(1);
    }

    @Override
    boolean emitKept() {
        if (kept != null && !emitFromTraverser(kept)) {
            return false;
        }
        kept = null;
        return true;
    }

    @Override
    boolean emitRecord(int key, long index) {
        TimedEvent event = new TimedEvent(key, Records.valueOf(key), EventTime.timestampOf(index));
        Traverser<Object> items = mapper.flatMapEvent(event, PARTITION, EventTimeMapper.NO_NATIVE_TIME);
        if (emitFromTraverser(items)) {
            return true;
        }
        kept = items;
        return false;
    }
}
