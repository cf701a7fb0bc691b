package dev.weir.operators.harness;

import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.Timestamps;
import dev.weir.engine.source.EnumeratorContext;
import dev.weir.engine.source.PollResult;
import dev.weir.engine.source.ReaderContext;
import dev.weir.engine.source.Source;
import dev.weir.engine.source.SourceReader;
import dev.weir.engine.source.SplitEnumerator;
import dev.weir.engine.source.SplitScope;
import dev.weir.engine.source.StateCodec;
import dev.weir.operators.source.DiscoveredSplits;
import dev.weir.operators.source.DiscoveringEnumerator;
import dev.weir.operators.source.SplitAssignment;
import dev.weir.operators.source.SplitDiscovery;
import dev.weir.operators.source.SplitDiscovery.Found;
import dev.weir.operators.source.SplitDiscovery.Occasion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Reads a {@link PartitionedLog} as one reads a real one: partitions are discovered while it runs, a reader reads several
 * in turn, and tells which one. Without end, unless the log has one.
 */
public final class PartitionedSource implements Source<Long, PartitionSplit, DiscoveredSplits<PartitionSplit>> {

    private static final long PAUSE_NANOS = 1_000_000;

    private final PartitionedLog log;
    private final Duration period;
    private final Start start;

    /** Called in each look for partitions; may fail or block. */
    private final AtomicReference<Runnable> inLook = new AtomicReference<>(() -> {});

    /** Where partitions are begun that are there at the start; later ones are read from their beginning. */
    public enum Start {
        EARLIEST,
        LATEST
    }

    public PartitionedSource(PartitionedLog log, Duration period, Start start) {
        this.log = log;
        this.period = period;
        this.start = start;
    }

    public void inLook(Runnable step) {
        inLook.set(step);
    }

    private SplitDiscovery<PartitionSplit> discovery() {
        return look -> {
            Objects.requireNonNull(inLook.get()).run();
            List<PartitionSplit> all = new ArrayList<>();
            for (String partition : log.partitions()) {
                boolean atEnd = start == Start.LATEST && look.occasion() == Occasion.FIRST;
                all.add(new PartitionSplit(partition, atEnd ? log.size(partition) : 0));
            }
            return Found.of(all);
        };
    }

    @Override
    public Boundedness boundedness() {
        return Boundedness.UNBOUNDED;
    }

    @Override
    public SplitEnumerator<PartitionSplit, DiscoveredSplits<PartitionSplit>> createEnumerator(
            EnumeratorContext<PartitionSplit> context, @Nullable DiscoveredSplits<PartitionSplit> restored) {
        DiscoveredSplits<PartitionSplit> from = restored == null ? DiscoveringEnumerator.startedAt(0) : restored;
        return new DiscoveringEnumerator<>(context, discovery(), period, SplitAssignment.BY_ID, from);
    }

    @Override
    public SourceReader<Long, PartitionSplit> createReader(ReaderContext context) {
        return new Reader(context);
    }

    @Override
    public StateCodec<PartitionSplit> splitCodec() {
        return PartitionSplit.CODEC;
    }

    @Override
    public StateCodec<DiscoveredSplits<PartitionSplit>> enumeratorCodec() {
        return DiscoveredSplits.codec(PartitionSplit.CODEC);
    }

    private static final class Partition {
        private final String id;
        private final SplitScope time;
        private int next;

        Partition(PartitionSplit split, SplitScope time) {
            this.id = split.splitId();
            this.next = split.next();
            this.time = time;
        }
    }

    private final class Reader implements SourceReader<Long, PartitionSplit> {

        private final ReaderContext context;
        private final List<Partition> partitions = new ArrayList<>();

        Reader(ReaderContext context) {
            this.context = context;
        }

        @Override
        public TimeScope timeScope() {
            return TimeScope.SPLIT;
        }

        @Override
        public void open() {
            // the log is at hand
        }

        @Override
        public void addSplits(List<PartitionSplit> splits) {
            for (PartitionSplit split : splits) {
                SplitScope time = context.split(split.splitId());
                time.open();
                partitions.add(new Partition(split, time));
            }
        }

        @Override
        public void noMoreSplits() {
            throw new AssertionError("splits are looked for without end");
        }

        @Override
        public PollResult poll(Output<Long> output, int budget) {
            boolean ends = log.isEnded();
            int left = budget;
            for (Partition partition : partitions) {
                partition.time.enter();
                for (int end = log.size(partition.id); left > 0 && partition.next < end; left--) {
                    output.emit(log.at(partition.id, partition.next++), Timestamps.NONE);
                }
            }
            if (left == 0) {
                return PollResult.MORE;
            }
            return ends ? PollResult.END : PollResult.idleUntil(context.nanoTime() + PAUSE_NANOS);
        }

        @Override
        public List<PartitionSplit> snapshot(long checkpointId) {
            return partitions.stream()
                    .map(partition -> new PartitionSplit(partition.id, partition.next))
                    .toList();
        }

        @Override
        public void close() {
            // nothing is held
        }
    }
}
