package dev.weir.operators.sink;

import com.esotericsoftware.kryo.io.Output;
import dev.weir.snapshot.codec.Codecs;
import dev.weir.snapshot.codec.Schema;
import dev.weir.snapshot.codec.ValueCodec;
import dev.weir.snapshot.state.TypeHint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes the records of one round at a time, encoded at once: so a record may be changed afterwards. Invariant: in memory
 * are at most the limit's bytes and one batch, and of all at most the limit, what is held of earlier rounds included. Used
 * by the subtask's thread.
 */
final class RoundBuffer<T> {

    /** A batch is closed when it has this many bytes. */
    static final int BATCH_BYTES = 1 << 20;

    private static final int FIRST_BYTES = 4 << 10;

    /** What earlier rounds hold, in bytes. */
    record Earlier(long memoryBytes, long lengthBytes) {
        static final Earlier NOTHING = new Earlier(0, 0);
    }

    private final WriteAheadSettings settings;
    private final ValueCodec<T> codec;
    private Output output = new Output(FIRST_BYTES, -1);
    private List<HeldBatch> batches = new ArrayList<>();
    private @Nullable SpillFile spill;
    private @Nullable Schema lastSchema;
    private Earlier earlier = Earlier.NOTHING;
    private long memoryBytes;
    private long closedBytes;
    private int records;

    RoundBuffer(WriteAheadSettings settings, TypeHint<T> type, Codecs codecs) {
        this.settings = settings;
        this.codec = codecs.codec(type);
    }

    /** Tells what earlier rounds hold; as exactly as it is told, the limits are kept. */
    void onEarlier(Earlier now) {
        earlier = now;
    }

    void add(T record) throws IOException {
        codec.write(output, record);
        records++;
        if (records >= settings.batchRecords() || output.position() >= BATCH_BYTES) {
            closeBatch();
        }
    }

    /** What is held in all, of this round and of earlier ones. */
    long heldBytes() {
        return earlier.lengthBytes() + closedBytes + output.position();
    }

    boolean isEmpty() {
        return batches.isEmpty() && records == 0;
    }

    /** How many batches the round has, once it is closed. */
    int batches() {
        return batches.size();
    }

    /** Closes the last batch of the round. */
    void closeBatch() throws IOException {
        if (records == 0) {
            return;
        }
        int length = output.position();
        if (earlier.memoryBytes() + memoryBytes + length > settings.memoryBytes()) {
            batches.add(spill(length));
        } else {
            batches.add(new HeldBatch.InMemory(records, output.toBytes(), 0, length));
            memoryBytes += length;
        }
        closedBytes += length;
        records = 0;
        if (length > BATCH_BYTES) {
            output = new Output(FIRST_BYTES, -1);
        } else {
            output.reset();
        }
    }

    private HeldBatch spill(int length) throws IOException {
        SpillFile file = spill;
        if (file == null) {
            file = SpillFile.create(settings.spillFolder());
            spill = file;
        }
        try {
            return new HeldBatch.Spilled(records, file, file.append(output.getBuffer(), length), length);
        } catch (IOException e) {
            throw new IOException(
                    "what a write-ahead sink can't hold in memory must fit on disk: folder=" + settings.spillFolder()
                            + ", free=" + settings.spillFolder().toFile().getUsableSpace() + " bytes, next=" + length
                            + " bytes: " + e + "; make room, or choose another with withSpillFolder",
                    e);
        }
    }

    /** The round is over; the next record begins another. */
    HeldRound close(TransactionId id, long checkpointId) {
        HeldRound closed = new HeldRound(id, checkpointId, schema(), batches, spill, HeldRound.Past.NONE);
        batches = new ArrayList<>();
        spill = null;
        memoryBytes = 0;
        closedBytes = 0;
        return closed;
    }

    /** The same object as long as no new class was met, so that readers can be kept. */
    private Schema schema() {
        Schema now = codec.schema();
        Schema last = lastSchema;
        if (last == null || last.types().size() != now.types().size()) {
            lastSchema = now;
            return now;
        }
        return last;
    }

    /** Gives back what the open round holds. */
    void discard() {
        SpillFile file = spill;
        spill = null;
        if (file != null) {
            file.release();
        }
    }
}
