package dev.weir.operators.window;

import dev.weir.engine.graph.Partitioning.KeyExtractor;
import dev.weir.engine.graph.Partitioning.LongKey;
import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.Output;
import dev.weir.snapshot.copy.RecordCopier;
import dev.weir.snapshot.keygroup.StableHash;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Folds values that are objects: accumulators and reduced elements. Keys of class Long lose their boxes here. */
final class ObjectPreAggregate<IN> extends PreAggregateOperator<IN> {

    private final PartialFold<IN> fold;
    private final LongPartials ofLongs = new LongPartials(PartialValues.OBJECTS);
    private final ObjectPartials ofObjects = new ObjectPartials(PartialValues.OBJECTS);
    private final RecordCopier keyCopier = new RecordCopier();
    private String name = "";
    private long drainedRecords;

    ObjectPreAggregate(
            TumblingEventTimeWindows windows, KeyExtractor keys, PartialLimits limits, PartialFold<IN> fold) {
        super(windows, keys, limits);
        this.fold = fold;
    }

    @Override
    public void open(OperatorContext context, Output<Object> downstream) {
        super.open(context, downstream);
        name = context.operatorName();
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
        if (ofLongs.size() == 0) {
            checkAgain(record, key);
        }
        int cell = ofLongs.find(key, windowStart);
        if (cell >= 0) {
            ofLongs.put(cell, checked(fold.add(ofLongs.objectAt(cell), record), record));
            ofLongs.countRecord(cell);
            return;
        }
        Object first = checked(fold.first(record), record);
        ofLongs.put(ofLongs.insert(key, windowStart), first);
        added(ofLongs.size());
    }

    private void addObject(IN record, Object key) throws Exception {
        int hash = StableHash.hashOf(key);
        if (ofObjects.size() == 0) {
            checkAgain(record, key);
        }
        int slot = ofObjects.find(key, hash, windowStart);
        if (slot >= 0) {
            ofObjects.put(slot, checked(fold.add(ofObjects.objectAt(slot), record), record));
            ofObjects.countRecord(slot);
            return;
        }
        Object first = checked(fold.first(record), record);
        ofObjects.put(ofObjects.insert(keyCopier.copy(key), hash, windowStart), first);
        added(ofObjects.size());
    }

    private Object checked(@Nullable Object value, IN record) {
        if (value == null) {
            throw new IllegalStateException(
                    "the function of a window must not return null, nor make a null accumulator:" + " operator '" + name
                            + "', record=" + record);
        }
        return value;
    }

    @Override
    protected Drained emitAll() {
        drainedRecords = 0;
        long partials = (long) ofLongs.size() + ofObjects.size();
        ofLongs.drainTo(this::emitOfLong);
        ofObjects.drainTo(this::emitOfObject);
        return new Drained(drainedRecords, partials);
    }

    private void emitOfLong(long key, long start, long none, @Nullable Object value, long records) {
        emitOfObject(key, start, none, value, records);
    }

    private void emitOfObject(Object key, long start, long none, @Nullable Object value, long records) {
        drainedRecords += records;
        emit(new Partial.ObjectOfObject(key, Objects.requireNonNull(value), records), start);
    }
}
