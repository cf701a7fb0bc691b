package dev.weir.operators.window;

import dev.weir.engine.graph.Partitioning.KeyExtractor;
import dev.weir.engine.graph.Partitioning.LongKey;
import dev.weir.snapshot.copy.RecordCopier;
import dev.weir.snapshot.keygroup.StableHash;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Folds longs, without boxes; keys of class Long lose theirs here. */
final class LongPreAggregate<IN> extends PreAggregateOperator<IN> {

    private final ToLongFunction<? super IN> value;
    private final LongFold fold;
    private final LongPartials ofLongs = new LongPartials(PartialValues.LONGS);
    private final ObjectPartials ofObjects = new ObjectPartials(PartialValues.LONGS);
    private final RecordCopier keyCopier = new RecordCopier();
    private long drainedRecords;

    LongPreAggregate(
            TumblingEventTimeWindows windows,
            KeyExtractor keys,
            PartialLimits limits,
            ToLongFunction<? super IN> value,
            LongFold fold) {
        super(windows, keys, limits);
        this.value = value;
        this.fold = fold;
    }

    @Override
    public void process(IN record, long timestamp) throws Exception {
        if (passesThrough(timestamp)) {
            output.emit(record, timestamp);
            return;
        }
        LongKey longs = longKeys;
        if (longs != null) {
            addLong(record, longs.keyOf(record));
            return;
        }
        Object key = Objects.requireNonNull(objectKeys).keyOf(record);
        if (key instanceof Long boxed) {
            addLong(record, boxed);
        } else {
            addObject(record, key);
        }
    }

    private void addLong(IN record, long key) throws Exception {
        int before = ofLongs.size();
        if (before == 0) {
            checkAgain(record, key);
        }
        ofLongs.fold(key, windowStart, value.applyAsLong(record), fold);
        if (ofLongs.size() != before) {
            added(before + 1);
        }
    }

    private void addObject(IN record, Object key) throws Exception {
        int hash = StableHash.hashOf(key);
        if (ofObjects.size() == 0) {
            checkAgain(record, key);
        }
        long number = value.applyAsLong(record);
        int slot = ofObjects.find(key, hash, windowStart);
        if (slot >= 0) {
            ofObjects.put(slot, fold.combine(ofObjects.longAt(slot), number));
            ofObjects.countRecord(slot);
            return;
        }
        ofObjects.put(ofObjects.insert(keyCopier.copy(key), hash, windowStart), number);
        added(ofObjects.size());
    }

    @Override
    protected Drained emitAll() {
        drainedRecords = 0;
        long partials = (long) ofLongs.size() + ofObjects.size();
        ofLongs.drainTo(this::emitOfLong);
        ofObjects.drainTo(this::emitOfObject);
        return new Drained(drainedRecords, partials);
    }

    private void emitOfLong(long key, long start, long folded, @Nullable Object none, long records) {
        drainedRecords += records;
        emit(new Partial.LongOfLong(key, folded, records), start);
    }

    private void emitOfObject(Object key, long start, long folded, @Nullable Object none, long records) {
        drainedRecords += records;
        emit(new Partial.LongOfObject(key, folded, records), start);
    }
}
