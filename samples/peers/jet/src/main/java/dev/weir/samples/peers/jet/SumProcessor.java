package dev.weir.samples.peers.jet;

import com.hazelcast.jet.Traverser;
import com.hazelcast.jet.Traversers;
import com.hazelcast.jet.accumulator.LongAccumulator;
import com.hazelcast.jet.core.Inbox;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The running sum of each key, with an entry in the snapshot for each of them. */
final class SumProcessor<E extends Summable<E>, K> extends EmittingProcessor {

    private final EventKind<E, K> kind;
    private final Map<K, LongAccumulator> sums = new HashMap<>();
    private @Nullable Traverser<Map.Entry<K, LongAccumulator>> unsaved;

    SumProcessor(EventKind<E, K> kind) {
        this.kind = kind;
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
            unsaved = Traversers.traverseIterable(sums.entrySet());
        }
        if (!emitFromTraverserToSnapshot(unsaved)) {
            return false;
        }
        unsaved = null;
        return true;
    }

    @Override
    @SuppressWarnings("unchecked") // what saveToSnapshot has saved
    protected void restoreFromSnapshot(Object key, Object value) {
        sums.put((K) key, (LongAccumulator) value);
    }
}
