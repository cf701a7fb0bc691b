package dev.weir.samples.peers.jet;

import static com.hazelcast.jet.Util.entry;
import static com.hazelcast.jet.core.BroadcastKey.broadcastKey;

import com.hazelcast.jet.Traverser;
import com.hazelcast.jet.Traversers;
import com.hazelcast.jet.accumulator.LongAccumulator;
import com.hazelcast.jet.core.BroadcastKey;
import com.hazelcast.jet.core.Inbox;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The running sum of each key, with an entry in the snapshot for each of them. Jet would hand saved entries out by its own
 * partitioner, which the records don't come by; so every processor gets all entries, and takes those of its partitions.
 */
final class SumProcessor<E extends Summable<E>, K> extends EmittingProcessor {

    private final EventKind<E, K> kind;
    private final Map<K, LongAccumulator> sums = new HashMap<>();
    private final BitSet ownPartitions = new BitSet();
    private int partitionCount;
    private @Nullable Traverser<Map.Entry<BroadcastKey<K>, LongAccumulator>> unsaved;

    SumProcessor(EventKind<E, K> kind) {
        this.kind = kind;
    }

    @Override
    protected void init(Context context) {
        partitionCount = context.hazelcastInstance()
                .getPartitionService()
                .getPartitions()
                .size();
        for (int partition : context.processorPartitions()) {
            ownPartitions.set(partition);
        }
    }

    @Override
    public void process(int ordinal, Inbox inbox) {
        boolean isAccepted = emitKept();
        while (isAccepted && !inbox.isEmpty()) {
            @SuppressWarnings("unchecked") // the edge carries records of the job's kind only
            E event = (E) inbox.poll();
            long sum = sums.computeIfAbsent(kind.keyOf(event), key -> new LongAccumulator())
                    .add(event.value())
                    .get();
            isAccepted = emit(event.replaceValue(sum));
        }
    }

    @Override
    public boolean saveToSnapshot() {
        if (!emitKept()) {
            return false;
        }
        if (unsaved == null) {
            unsaved = Traversers.traverseIterable(sums.entrySet())
                    .map(keySum -> entry(broadcastKey(keySum.getKey()), keySum.getValue()));
        }
        if (!emitFromTraverserToSnapshot(unsaved)) {
            return false;
        }
        unsaved = null;
        return true;
    }

    @Override
    protected void restoreFromSnapshot(Object key, Object value) {
        @SuppressWarnings("unchecked") // what saveToSnapshot has saved
        K sumKey = ((BroadcastKey<K>) key).key();
        if (ownPartitions.get(Wiring.PARTITIONER.getPartition(sumKey, partitionCount))) {
            sums.put(sumKey, (LongAccumulator) value);
        }
    }
}
