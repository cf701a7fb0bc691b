package dev.weir.operators.sink;

import com.esotericsoftware.kryo.io.Input;
import dev.weir.snapshot.codec.Codecs;
import dev.weir.snapshot.codec.Schema;
import dev.weir.snapshot.codec.ValueReader;
import dev.weir.snapshot.state.TypeHint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes the batches of due rounds to the target, in order, each until it is confirmed. One thread at a time. */
final class BatchWriter<T> implements TransactionCommitter<HeldRound> {

    private final WriteAheadTarget<? super T> target;
    private final TypeHint<T> type;
    private final ClassLoader loader;
    private @Nullable Codecs codecs;
    private @Nullable Schema schema;
    private @Nullable ValueReader<T> reader;

    BatchWriter(WriteAheadTarget<? super T> target, TypeHint<T> type, ClassLoader loader) {
        this.target = target;
        this.type = type;
        this.loader = loader;
    }

    @Override
    public void commit(Prepared<HeldRound> prepared) throws Exception {
        HeldRound round = prepared.token();
        while (!round.isWritten()) {
            write(round);
        }
    }

    private void write(HeldRound round) throws Exception {
        BatchToken token = round.nextToken();
        boolean isThere = round.isNextInDoubt() && target.isWritten(token).orElse(false);
        if (!isThere) {
            round.onTry();
            write(token, records(round));
        }
        round.onWritten();
    }

    @SuppressWarnings("unchecked") // a list that is only read takes any element its class allows
    private void write(BatchToken token, List<T> records) throws Exception {
        ((WriteAheadTarget<T>) target).write(token, records);
    }

    private List<T> records(HeldRound round) throws IOException {
        ValueReader<T> decoder = readerOf(round.schema());
        List<T> records = new ArrayList<>(round.next().records());
        read(round.next(), decoder, records::add);
        return records;
    }

    /** Hands over the records of a batch, in order. */
    static <T> void read(HeldBatch batch, ValueReader<T> decoder, Consumer<T> records) throws IOException {
        byte[] bytes = new byte[batch.lengthBytes()];
        batch.copyTo(bytes, 0);
        Input in = new Input(bytes);
        for (int i = 0; i < batch.records(); i++) {
            records.accept(Objects.requireNonNull(decoder.read(in), "a batch holds no null"));
        }
    }

    private ValueReader<T> readerOf(Schema wanted) {
        ValueReader<T> known = reader;
        if (known == null || !wanted.equals(schema)) {
            Codecs own = codecs == null ? new Codecs(loader) : codecs;
            codecs = own;
            known = own.reader(type, wanted);
            reader = known;
            schema = wanted;
        }
        return known;
    }

    /** Nothing is written before its checkpoint is complete, so nothing is left over. */
    @Override
    public void abortLeftovers(Leftovers leftovers) {}

    @Override
    public void close() throws Exception {
        target.close();
    }
}
