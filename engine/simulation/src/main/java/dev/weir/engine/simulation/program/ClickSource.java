package dev.weir.engine.simulation.program;

import dev.weir.engine.source.EnumeratorContext;
import dev.weir.engine.source.ReaderContext;
import dev.weir.engine.source.Source;
import dev.weir.engine.source.SourceReader;
import dev.weir.engine.source.SplitEnumerator;
import dev.weir.engine.source.StateCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A bounded source that can be read again from any position. */
record ClickSource(Shape shape, Interference interference) implements Source<Click, ClickSplit, List<ClickSplit>> {

    private static final int SPLIT_BYTES = 12;

    @Override
    public Boundedness boundedness() {
        return Boundedness.BOUNDED;
    }

    @Override
    public SplitEnumerator<ClickSplit, List<ClickSplit>> createEnumerator(
            EnumeratorContext<ClickSplit> context, @Nullable List<ClickSplit> restored) {
        return new ClickEnumerator(context, shape.dealing(), interference, restored == null ? allSplits() : restored);
    }

    private List<ClickSplit> allSplits() {
        List<ClickSplit> all = new ArrayList<>();
        for (int number = 0; number < shape.splits(); number++) {
            all.add(new ClickSplit(number, 0));
        }
        return all;
    }

    @Override
    public SourceReader<Click, ClickSplit> createReader(ReaderContext context) {
        return new ClickReader(shape, context, interference);
    }

    @Override
    public StateCodec<ClickSplit> splitCodec() {
        return ClickSplit.CODEC;
    }

    @Override
    public StateCodec<List<ClickSplit>> enumeratorCodec() {
        return new StateCodec<>() {
            @Override
            public byte[] encode(List<ClickSplit> splits) throws IOException {
                ByteBuffer buffer = ByteBuffer.allocate(splits.size() * SPLIT_BYTES);
                for (ClickSplit split : splits) {
                    buffer.put(ClickSplit.CODEC.encode(split));
                }
                return buffer.array();
            }

            @Override
            public List<ClickSplit> decode(byte[] bytes) throws IOException {
                List<ClickSplit> splits = new ArrayList<>();
                byte[] one = new byte[SPLIT_BYTES];
                ByteBuffer buffer = ByteBuffer.wrap(bytes);
                while (buffer.hasRemaining()) {
                    buffer.get(one);
                    splits.add(ClickSplit.CODEC.decode(one));
                }
                return splits;
            }
        };
    }
}
