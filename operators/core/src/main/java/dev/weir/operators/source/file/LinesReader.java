package dev.weir.operators.source.file;

import dev.weir.engine.operator.Output;
import dev.weir.engine.source.PollResult;
import dev.weir.engine.source.ReaderContext;
import dev.weir.engine.source.SourceReader;
import dev.weir.engine.source.SplitScope;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the lines of one split after the other. Asks for more when it begins its last one, so that it rarely waits; holds
 * what it was given until that is read.
 */
final class LinesReader implements SourceReader<String, FileSplit> {

    private static final Logger LOG = LoggerFactory.getLogger(LinesReader.class);

    /** After a first warning the next comes at this many times the count. */
    private static final int WARNING_FACTOR = 10;

    private final FileSettings settings;
    private final LineEnd lineEnd;
    private final ReaderContext context;
    private final ArrayDeque<FileSplit> waiting = new ArrayDeque<>();
    private @Nullable SplitCursor current;
    private SplitScope time = SplitScope.UNOBSERVED;
    private boolean asked;
    private boolean complete;
    private long replaced;
    private long nextWarning = 1;

    LinesReader(FileSettings settings, ReaderContext context) {
        this.settings = settings;
        this.lineEnd = LineEnd.of(settings.delimiter());
        this.context = context;
    }

    @Override
    public TimeScope timeScope() {
        return TimeScope.SPLIT;
    }

    @Override
    public void open() {}

    @Override
    public void addSplits(List<FileSplit> splits) {
        waiting.addAll(splits);
        asked = false;
    }

    @Override
    public void noMoreSplits() {
        complete = true;
    }

    /** Malformed sequences replaced in the splits that it has read. */
    long replaced() {
        return replaced;
    }

    @Override
    public PollResult poll(Output<String> output, int budget) throws Exception {
        SplitCursor cursor = current == null ? openNext() : current;
        if (cursor == null) {
            return complete ? PollResult.END : PollResult.IDLE;
        }
        cursor.step(output, budget);
        if (cursor.isDone()) {
            count(cursor);
            close();
            time.finish();
        }
        return PollResult.MORE;
    }

    private @Nullable SplitCursor openNext() throws IOException {
        if (waiting.size() <= 1 && !asked && !complete) {
            asked = true;
            context.requestSplit();
        }
        FileSplit next = waiting.poll();
        if (next != null) {
            current = SplitCursor.open(next, settings, lineEnd);
            time = context.split(next.splitId());
            time.open();
            time.enter();
        }
        return current;
    }

    private void count(SplitCursor done) {
        replaced += done.replaced();
        if (replaced >= nextWarning) {
            nextWarning = replaced * WARNING_FACTOR;
            LOG.warn(
                    "replaced bytes that are not UTF-8 by U+FFFD: {} times so far in reader {}, last in '{}'",
                    replaced,
                    context.subtaskIndex(),
                    done.split().file().path());
        }
    }

    @Override
    public List<FileSplit> snapshot(long checkpointId) {
        List<FileSplit> all = new ArrayList<>();
        if (current != null) {
            all.add(current.split().at(current.position()));
        }
        all.addAll(waiting);
        return all;
    }

    @Override
    public Optional<String> position() {
        SplitCursor cursor = current;
        return cursor == null ? Optional.empty() : cursor.lastLine();
    }

    @Override
    public void close() throws IOException {
        SplitCursor open = current;
        current = null;
        if (open != null) {
            open.close();
        }
    }
}
