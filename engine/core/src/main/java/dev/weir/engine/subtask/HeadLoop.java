package dev.weir.engine.subtask;

import dev.weir.engine.element.RecordBatch;
import dev.weir.engine.operator.Input;
import dev.weir.engine.operator.OperatorFailure;
import dev.weir.engine.operator.Timestamps;
import dev.weir.snapshot.backend.KeyedStateBackend;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The loops themselves: the template that is copied for each operator class. */
final class HeadLoop extends BatchLoop {

    HeadLoop() {}

    @Override
    int read(
            OperatorChain chain,
            Input<Object> input,
            @Nullable KeyedStateBackend backend,
            RecordBatch batch,
            int from,
            int end) {
        if (backend == null) {
            return readPlain(chain, input, batch, from, end);
        }
        if (batch.longKeys() != null) {
            return readLongKeys(chain, input, backend, batch, from, end);
        }
        return batch.packedKeys() != null
                ? readPackedKeys(chain, input, backend, batch, from, end)
                : readObjectKeys(chain, input, backend, batch, from, end);
    }

    private static int readPlain(OperatorChain chain, Input<Object> input, RecordBatch batch, int from, int end) {
        Object[] records = batch.records();
        long[] timestamps = batch.timestamps();
        int i = from;
        try {
            for (; i < end && chain.canProceed(); i++) {
                input.process(records[i], timestamps == null ? Timestamps.NONE : timestamps[i]);
            }
        } catch (Throwable thrown) {
            throw failed(chain, records[i], thrown);
        }
        return i;
    }

    private static int readLongKeys(
            OperatorChain chain, Input<Object> input, KeyedStateBackend backend, RecordBatch batch, int from, int end) {
        Object[] records = batch.records();
        long[] timestamps = batch.timestamps();
        long[] keys = Objects.requireNonNull(batch.longKeys());
        int[] hashes = batch.hashes();
        char[] groups = batch.keyGroups();
        int i = from;
        try {
            for (; i < end && chain.canProceed(); i++) {
                backend.setCurrentKey(keys[i], hashes[i], groups[i]);
                input.process(records[i], timestamps == null ? Timestamps.NONE : timestamps[i]);
            }
        } catch (Throwable thrown) {
            throw failed(chain, records[i], thrown);
        }
        return i;
    }

    private static int readPackedKeys(
            OperatorChain chain, Input<Object> input, KeyedStateBackend backend, RecordBatch batch, int from, int end) {
        Object[] records = batch.records();
        long[] timestamps = batch.timestamps();
        Object[] keys = Objects.requireNonNull(batch.keys());
        long[] words = Objects.requireNonNull(batch.packedKeys());
        int[] hashes = batch.hashes();
        char[] groups = batch.keyGroups();
        int i = from;
        try {
            for (; i < end && chain.canProceed(); i++) {
                backend.setCurrentKey(keys[i], words[2 * i], words[2 * i + 1], hashes[i], groups[i]);
                input.process(records[i], timestamps == null ? Timestamps.NONE : timestamps[i]);
            }
        } catch (Throwable thrown) {
            throw failed(chain, records[i], thrown);
        }
        return i;
    }

    private static int readObjectKeys(
            OperatorChain chain, Input<Object> input, KeyedStateBackend backend, RecordBatch batch, int from, int end) {
        Object[] records = batch.records();
        long[] timestamps = batch.timestamps();
        Object[] keys = Objects.requireNonNull(batch.keys());
        int[] hashes = batch.hashes();
        char[] groups = batch.keyGroups();
        int i = from;
        try {
            for (; i < end && chain.canProceed(); i++) {
                backend.setCurrentKey(keys[i], hashes[i], groups[i]);
                input.process(records[i], timestamps == null ? Timestamps.NONE : timestamps[i]);
            }
        } catch (Throwable thrown) {
            throw failed(chain, records[i], thrown);
        }
        return i;
    }

    private static OperatorFailure failed(OperatorChain chain, Object record, Throwable thrown) {
        if (thrown instanceof OperatorFailure known) {
            return known;
        }
        return chain.head().remember(new OperatorFailure(chain.head().uid(), "process", record, thrown));
    }
}
