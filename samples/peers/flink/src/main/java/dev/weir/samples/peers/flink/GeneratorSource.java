package dev.weir.samples.peers.flink;

import dev.weir.samples.peers.common.Meter;
import dev.weir.samples.peers.common.Workload;
import java.io.Serializable;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** The shared generator as a Flink source with one split per subtask. */
final class GeneratorSource<E> implements Source<E, GeneratorSplit, Unassigned> {

    /** Makes a subtask's reader; travels to it. */
    @FunctionalInterface
    interface Readers<E> extends Serializable {
        SplitReader<E> create();
    }

    private final Readers<E> readers;

    GeneratorSource(Readers<E> readers) {
        this.readers = readers;
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.BOUNDED;
    }

    @Override
    public SourceReader<E, GeneratorSplit> createReader(SourceReaderContext context) {
        return readers.create();
    }

    @Override
    public SplitEnumerator<GeneratorSplit, Unassigned> createEnumerator(
            SplitEnumeratorContext<GeneratorSplit> context) {
        List<GeneratorSplit> all = IntStream.range(0, Workload.PARALLELISM)
                .mapToObj(index -> new GeneratorSplit(index, 0))
                .toList();
        return new GeneratorEnumerator(context, new Unassigned(all));
    }

    @Override
    public SplitEnumerator<GeneratorSplit, Unassigned> restoreEnumerator(
            SplitEnumeratorContext<GeneratorSplit> context, Unassigned unassigned) {
        Meter.current().restoring().began();
        return new GeneratorEnumerator(context, unassigned);
    }

    @Override
    public SimpleVersionedSerializer<GeneratorSplit> getSplitSerializer() {
        return new GeneratorSplit.Serializer();
    }

    @Override
    public SimpleVersionedSerializer<Unassigned> getEnumeratorCheckpointSerializer() {
        return new Unassigned.Serializer();
    }
}
