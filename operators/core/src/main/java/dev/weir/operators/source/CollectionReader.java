package dev.weir.operators.source;

import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.Timestamps;
import dev.weir.engine.source.PollResult;
import dev.weir.engine.source.SourceReader;
import java.util.List;
import java.util.Optional;

/** Emits the elements from its split's position on; a reader without the split emits nothing. */
final class CollectionReader<T> implements SourceReader<T, CollectionSplit> {

    private final List<T> elements;
    private int next;
    private boolean emitted;
    private boolean complete;

    CollectionReader(List<T> elements) {
        this.elements = elements;
        this.next = elements.size();
    }

    @Override
    public void open() {}

    @Override
    public void addSplits(List<CollectionSplit> splits) {
        for (CollectionSplit split : splits) {
            next = split.next();
        }
    }

    @Override
    public void noMoreSplits() {
        complete = true;
    }

    @Override
    public PollResult poll(Output<T> output, int budget) {
        int end = (int) Math.min(elements.size(), (long) next + budget);
        emitted |= next < end;
        while (next < end) {
            output.emit(elements.get(next++), Timestamps.NONE);
        }
        if (next < elements.size()) {
            return PollResult.MORE;
        }
        return complete ? PollResult.END : PollResult.IDLE;
    }

    @Override
    public List<CollectionSplit> snapshot(long checkpointId) {
        return next < elements.size() ? List.of(new CollectionSplit(next)) : List.of();
    }

    @Override
    public Optional<String> position() {
        return emitted ? Optional.of("index " + (next - 1)) : Optional.empty();
    }

    @Override
    public void close() {}
}
