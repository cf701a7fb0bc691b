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
record ItemSource(SourceShape shape, Scene scene) implements Source<Datum, ItemSplit, List<ItemSplit>> {

    private static final int SPLIT_BYTES = 12;

    @Override
    public Boundedness boundedness() {
        return Boundedness.BOUNDED;
    }

    @Override
    public SplitEnumerator<ItemSplit, List<ItemSplit>> createEnumerator(
            EnumeratorContext<ItemSplit> context, @Nullable List<ItemSplit> restored) {
        return new ItemEnumerator(context, shape, scene, restored == null ? allSplits() : restored);
    }

    private List<ItemSplit> allSplits() {
        List<ItemSplit> all = new ArrayList<>();
        for (int number = 0; number < shape.splits(); number++) {
            all.add(new ItemSplit(number, 0));
        }
        return all;
    }

    @Override
    public SourceReader<Datum, ItemSplit> createReader(ReaderContext context) {
        return new ItemReader(shape, context, scene);
    }

    @Override
    public StateCodec<ItemSplit> splitCodec() {
        return ItemSplit.CODEC;
    }

    @Override
    public StateCodec<List<ItemSplit>> enumeratorCodec() {
        return new StateCodec<>() {
            @Override
            public byte[] encode(List<ItemSplit> splits) throws IOException {
                ByteBuffer buffer = ByteBuffer.allocate(splits.size() * SPLIT_BYTES);
                for (ItemSplit split : splits) {
                    buffer.put(ItemSplit.CODEC.encode(split));
                }
                return buffer.array();
            }

            @Override
            public List<ItemSplit> decode(byte[] bytes) throws IOException {
                List<ItemSplit> splits = new ArrayList<>();
                byte[] one = new byte[SPLIT_BYTES];
                ByteBuffer buffer = ByteBuffer.wrap(bytes);
                while (buffer.hasRemaining()) {
                    buffer.get(one);
                    splits.add(ItemSplit.CODEC.decode(one));
                }
                return splits;
            }
        };
    }
}
