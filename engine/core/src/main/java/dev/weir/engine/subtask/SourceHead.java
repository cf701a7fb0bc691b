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
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The reader at the head of a source's chain. Polls in slices; its state is its splits with their positions, and beside
 * each what the chain's operators keep for it.
 */
final class SourceHead {

    /** Splits as the source encodes them. */
    private static final String SPLITS = "splits";

    /** Splits with what operators keep for them. */
    private static final String TIMED_SPLITS = "timed-splits";

    /** What it keeps itself. */
    static final List<String> STATE_NAMES = List.of(SPLITS, TIMED_SPLITS);

    private final Link link;
    private final Source<Object, Split, Object> source;
    private final SourceSplits splits;
    private final int budget;
    private @Nullable SourceReader<Object, Split> reader;
    private PollResult last = PollResult.MORE;
    private boolean openBegan;

    @SuppressWarnings("unchecked") // the graph was typed by the DSL
    SourceHead(Link link, Source<?, ?, ?> source, int budget) {
        this.link = link;
        this.source = (Source<Object, Split, Object>) source;
        this.splits = new SourceSplits(link);
        this.budget = budget;
    }

    SourceSplits splits() {
        return splits;
    }

    void open(ReaderContext context, @Nullable RestoredOperator restored) {
        try {
            SourceReader<Object, Split> created = source.createReader(context);
            reader = created;
            splits.scope(created.timeScope());
            openBegan = true;
            created.open();
            List<Split> all = restored == null ? List.of() : restored(restored);
            if (!all.isEmpty()) {
                created.addSplits(all);
            }
        } catch (Throwable thrown) {
            throw link.failed("open", thrown);
        }
    }

    /** A checkpoint has its splits in one form or in the other: operators that keep something come and go. */
    private List<Split> restored(RestoredOperator restored) throws IOException {
        List<TimedSplit> stored = new ArrayList<>();
        for (byte[] split : restored.operatorState().getOrDefault(SPLITS, List.of())) {
            stored.add(new TimedSplit(split, Map.of()));
        }
        for (byte[] split : restored.operatorState().getOrDefault(TIMED_SPLITS, List.of())) {
            stored.add(TimedSplit.decode(split));
        }
        StateCodec<Split> codec = source.splitCodec();
        List<Split> all = new ArrayList<>();
        for (TimedSplit timed : stored) {
            Split split = codec.decode(timed.split());
            splits.add(split.splitId(), timed.parts());
            all.add(split);
        }
        return all;
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

    void poll(int most) {
        Output<Object> output = link.output();
        try {
            last = reader().poll(output, Math.min(budget, most));
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
    void addSplits(List<? extends Split> added) {
        try {
            if (added.isEmpty()) {
                splits.noneAtPresent();
                return;
            }
            added.forEach(split -> splits.add(split.splitId(), Map.of()));
            reader().addSplits((List<Split>) added);
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
                byte[] bytes = codec.encode(split);
                encoded.add(splits.isObserved() ? timed(split, bytes) : bytes);
            }
            snapshot.put(splits.isObserved() ? TIMED_SPLITS : SPLITS, Redistribution.SPLIT, encoded);
        } catch (Throwable thrown) {
            throw link.failed("snapshot", thrown);
        }
    }

    private byte[] timed(Split split, byte[] encoded) throws IOException {
        return new TimedSplit(encoded, splits.snapshot(split.splitId())).encode();
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
