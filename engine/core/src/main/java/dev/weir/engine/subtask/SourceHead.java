package dev.weir.engine.subtask;

import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.SnapshotContext;
import dev.weir.engine.source.PollResult;
import dev.weir.engine.source.ReaderContext;
import dev.weir.engine.source.Source;
import dev.weir.engine.source.SourceReader;
import dev.weir.engine.source.Split;
import dev.weir.engine.source.StateCodec;
import dev.weir.snapshot.format.OperatorStateBlock.Redistribution;
import dev.weir.snapshot.restore.RestoredOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The reader at the head of a source's chain. Polls in slices; the positions of its splits are its state. */
final class SourceHead {

    private static final String SPLITS = "splits";

    private final Link link;
    private final Source<Object, Split, Object> source;
    private final int budget;
    private @Nullable SourceReader<Object, Split> reader;
    private PollResult last = PollResult.MORE;
    private boolean openBegan;

    @SuppressWarnings("unchecked") // the graph was typed by the DSL
    SourceHead(Link link, Source<?, ?, ?> source, int budget) {
        this.link = link;
        this.source = (Source<Object, Split, Object>) source;
        this.budget = budget;
    }

    void open(ReaderContext context, @Nullable RestoredOperator restored) {
        try {
            SourceReader<Object, Split> created = source.createReader(context);
            reader = created;
            openBegan = true;
            created.open();
            if (restored != null) {
                StateCodec<Split> codec = source.splitCodec();
                List<Split> splits = new ArrayList<>();
                for (byte[] encoded : restored.operatorState().getOrDefault(SPLITS, List.of())) {
                    splits.add(codec.decode(encoded));
                }
                if (!splits.isEmpty()) {
                    created.addSplits(splits);
                }
            }
        } catch (Throwable thrown) {
            throw link.failed("open", thrown);
        }
    }

    /** Whether a poll could give something now. */
    boolean canPoll(long nowNanos) {
        if (last == PollResult.END || last == PollResult.IDLE) {
            return false;
        }
        return !last.hasTime() || last.pollAtNanos() - nowNanos <= 0;
    }

    /** When to poll again; null where it isn't a matter of time. */
    @Nullable
    Long pollAtNanos() {
        return last.hasTime() ? last.pollAtNanos() : null;
    }

    boolean isEnded() {
        return last == PollResult.END;
    }

    void poll() {
        Output<Object> output = link.output();
        try {
            last = reader().poll(output, budget);
        } catch (Throwable thrown) {
            throw link.failed("poll", thrown);
        }
    }

    /** The reader said that there may be more. */
    void wake() {
        if (last != PollResult.END) {
            last = PollResult.MORE;
        }
    }

    @SuppressWarnings("unchecked") // splits of this source
    void addSplits(List<? extends Split> splits) {
        try {
            reader().addSplits((List<Split>) splits);
        } catch (Throwable thrown) {
            throw link.failed("addSplits", thrown);
        }
        wake();
    }

    void noMoreSplits() {
        try {
            reader().noMoreSplits();
        } catch (Throwable thrown) {
            throw link.failed("noMoreSplits", thrown);
        }
        wake();
    }

    void snapshot(SnapshotContext snapshot) {
        try {
            StateCodec<Split> codec = source.splitCodec();
            List<byte[]> encoded = new ArrayList<>();
            for (Split split : reader().snapshot(snapshot.checkpointId())) {
                encoded.add(codec.encode(split));
            }
            snapshot.put(SPLITS, Redistribution.SPLIT, encoded);
        } catch (Throwable thrown) {
            throw link.failed("snapshot", thrown);
        }
    }

    void onCheckpointComplete(long checkpointId) {
        try {
            reader().onCheckpointComplete(checkpointId);
        } catch (Throwable thrown) {
            throw link.failed("onCheckpointComplete", thrown);
        }
    }

    /** Where the record that was emitted last came from; empty where the reader can't say. */
    Optional<String> position() {
        try {
            return reader == null ? Optional.empty() : reader.position();
        } catch (Throwable thrown) {
            // It is asked because something failed already; that is what is told.
            return Optional.empty();
        }
    }

    /** Closes the reader once; hands back what close threw. */
    @Nullable
    Throwable close() {
        if (!openBegan) {
            return null;
        }
        openBegan = false;
        try {
            reader().close();
            return null;
        } catch (Throwable thrown) {
            return link.failed("close", thrown);
        }
    }

    private SourceReader<Object, Split> reader() {
        if (reader == null) {
            throw new IllegalStateException("a source is opened first: source '" + link.uid() + "'");
        }
        return reader;
    }
}
