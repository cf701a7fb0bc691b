package dev.weir.engine.subtask;

import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.Timestamps;
import dev.weir.engine.source.EnumeratorContext;
import dev.weir.engine.source.PollResult;
import dev.weir.engine.source.ReaderContext;
import dev.weir.engine.source.Source;
import dev.weir.engine.source.SourceReader;
import dev.weir.engine.source.Split;
import dev.weir.engine.source.SplitEnumerator;
import dev.weir.engine.source.StateCodec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Numbers out of partitions, in turn; replayable. Event time rises in each partition. */
final class PartitionedNumbers
        implements Source<Object, PartitionedNumbers.Partition, Object>,
                SourceReader<Object, PartitionedNumbers.Partition> {

    /** Positions from {@code position} to before {@code end} are still to be read. */
    record Partition(int index, long position, long end) implements Split {
        @Override
        public String splitId() {
            return "" + index;
        }
    }

    private final List<Partition> partitions = new ArrayList<>();
    private boolean noMore;
    private int next;

    static int keyOf(int partition, long position) {
        return (int) ((partition * 7L + position * position) % NetworkProgram.KEYS);
    }

    static long timeOf(int partition, long position) {
        return position * 10 + partition;
    }

    /** Nothing earlier comes any more. */
    long watermark() {
        return partitions.stream()
                .mapToLong(partition -> timeOf(partition.index, partition.position) - 1)
                .min()
                .orElse(Timestamps.NONE);
    }

    @Override
    public PollResult poll(Output<Object> output, int budget) {
        for (int i = 0; i < budget && !partitions.isEmpty(); i++) {
            next = next % partitions.size();
            Partition partition = partitions.get(next);
            int key = keyOf(partition.index, partition.position);
            output.emit(
                    NetworkProgram.Event.of(NetworkProgram.name(key), partition.position),
                    timeOf(partition.index, partition.position));
            Partition rest = new Partition(partition.index, partition.position + 1, partition.end);
            if (rest.position == rest.end) {
                partitions.remove(next);
            } else {
                partitions.set(next++, rest);
            }
        }
        if (!partitions.isEmpty()) {
            return PollResult.MORE;
        }
        return noMore ? PollResult.END : PollResult.IDLE;
    }

    @Override
    public void addSplits(List<Partition> splits) {
        splits.stream().filter(split -> split.position < split.end).forEach(partitions::add);
    }

    @Override
    public void noMoreSplits() {
        noMore = true;
    }

    @Override
    public List<Partition> snapshot(long checkpointId) {
        return List.copyOf(partitions);
    }

    @Override
    public void open() {
        // nothing to open
    }

    @Override
    public void close() {
        // nothing to close
    }

    @Override
    public Boundedness boundedness() {
        return Boundedness.BOUNDED;
    }

    @Override
    public SourceReader<Object, Partition> createReader(ReaderContext context) {
        return this;
    }

    @Override
    public SplitEnumerator<Partition, Object> createEnumerator(
            EnumeratorContext<Partition> context, @Nullable Object restored) {
        throw new AssertionError("the test assigns splits itself");
    }

    @Override
    public StateCodec<Object> enumeratorCodec() {
        throw new AssertionError("the test assigns splits itself");
    }

    @Override
    public StateCodec<Partition> splitCodec() {
        return new StateCodec<>() {
            @Override
            public byte[] encode(Partition partition) {
                return NetworkProgram.bytes(partition.index + " " + partition.position + " " + partition.end);
            }

            @Override
            public Partition decode(byte[] bytes) {
                String[] parts = NetworkProgram.text(bytes).split(" ", -1);
                return new Partition(Integer.parseInt(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]));
            }
        };
    }
}
