package dev.weir.operators.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.source.StateCodec;
import dev.weir.operators.harness.FakeContext;
import dev.weir.operators.harness.FakeSnapshot;
import dev.weir.operators.harness.RecordedOutput;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A writer that keeps something open across checkpoints: everything, until two records are in it or the input ends. */
class CarriedOverTest {

    private final Set<String> visible = new LinkedHashSet<>();
    private boolean keepsOpenAtSavepoints;
    private FakeContext context = FakeContext.of("sink");
    private TwoPhaseCommitOperator<String, String> sink = new TwoPhaseCommitOperator<>(new Pairs());

    @Test
    void whatStaysOpenIsCommittedOnlyWhereItsCheckpointIsRestored() throws Exception {
        open(1, List.of());
        sink.process("a", 0);
        List<byte[]> first = checkpoint(1);
        assertThat(visible).isEmpty();

        open(2, first);

        assertThat(visible).containsExactly("a");
    }

    @Test
    void eachCheckpointHoldsItAsItWasAtItsBarrier() throws Exception {
        open(1, List.of());
        sink.process("a", 0);
        checkpoint(1);
        sink.process("b", 0);
        sink.process("c", 0);
        List<byte[]> second = checkpoint(2);
        assertThat(visible).containsExactly("ab");

        open(2, second);

        assertThat(visible).as("the committed one again, without effect").containsExactly("ab", "c");
    }

    @Test
    void aRoundWithoutRecordsHoldsItTooAndMayCloseIt() throws Exception {
        open(1, List.of());
        sink.process("a", 0);
        checkpoint(1);
        List<byte[]> second = checkpoint(2);
        sink.finish();
        checkpoint(3);

        assertThat(visible).containsExactly("a");
        assertThat(checkpoint(4)).isEmpty();
        visible.clear();
        open(2, second);
        assertThat(visible).containsExactly("a");
    }

    @ParameterizedTest
    @EnumSource(
            value = SnapshotKind.class,
            names = {"SAVEPOINT", "STOP", "DRAIN"})
    void nothingStaysOpenAcrossASavepoint(SnapshotKind kind) throws Exception {
        open(1, List.of());
        sink.process("a", 0);
        FakeSnapshot savepoint = new FakeSnapshot(1, kind);
        sink.snapshot(savepoint);
        sink.process("b", 0);
        sink.process("c", 0);
        checkpoint(2);
        assertThat(visible).containsExactly("a", "bc");
        visible.clear();

        open(2, savepoint.elements(TwoPhaseCommitOperator.STATE));

        assertThat(visible).as("a fork commits what the savepoint holds").containsExactly("a");
    }

    @Test
    void aWriterThatKeepsSomethingOpenAcrossASavepointIsRefused() throws Exception {
        keepsOpenAtSavepoints = true;
        open(1, List.of());
        sink.process("a", 0);

        assertThatThrownBy(() -> sink.snapshot(new FakeSnapshot(1, SnapshotKind.SAVEPOINT)))
                .hasMessageContainingAll("nothing open across a savepoint", "'sink'", "beforeSavepoint");
    }

    @Test
    void aSinkThatStillSweepsLeftoversHasPendingCommits() throws Exception {
        sink.open(context, new RecordedOutput<>());
        assertThat(sink.hasPendingCommits()).isTrue();

        context.runAll();

        assertThat(sink.hasPendingCommits()).isFalse();
        sink.onCheckpointComplete(1);
        assertThat(sink.hasPendingCommits()).isTrue();
        context.runAll();
        assertThat(sink.hasPendingCommits()).isFalse();
    }

    private void open(long attempt, List<byte[]> state) throws Exception {
        context = new FakeContext("sink", 0, 1, attempt, Map.of(TwoPhaseCommitOperator.STATE, state));
        sink = new TwoPhaseCommitOperator<>(new Pairs());
        sink.open(context, new RecordedOutput<>());
        context.runAll();
    }

    private List<byte[]> checkpoint(long id) throws Exception {
        FakeSnapshot snapshot = new FakeSnapshot(id);
        sink.snapshot(snapshot);
        sink.onCheckpointComplete(id);
        context.runAll();
        return snapshot.elements(TwoPhaseCommitOperator.STATE);
    }

    /** Tokens are what is to become visible, closed pairs with commas between. */
    private final class Pairs implements TwoPhaseCommitSink<String, String> {

        @Override
        public TransactionWriter<String, String> createWriter(SinkContext sinkContext) {
            return new Writer();
        }

        @Override
        public TransactionCommitter<String> createCommitter(SinkContext sinkContext) {
            return new TransactionCommitter<>() {
                @Override
                public void commit(Prepared<String> prepared) {
                    for (String pair : prepared.token().split(",", -1)) {
                        if (!pair.isEmpty()) {
                            visible.add(pair);
                        }
                    }
                }

                @Override
                public void abortLeftovers(Leftovers leftovers) {}
            };
        }

        @Override
        public StateCodec<String> tokenCodec() {
            return new StateCodec<>() {
                @Override
                public byte[] encode(String token) {
                    return token.getBytes(StandardCharsets.UTF_8);
                }

                @Override
                public String decode(byte[] bytes) {
                    return new String(bytes, StandardCharsets.UTF_8);
                }
            };
        }
    }

    private final class Writer implements TransactionWriter<String, String> {
        private final List<String> closed = new ArrayList<>();
        private String open = "";
        private boolean hasEnded;
        private boolean closesNext;

        @Override
        public void begin(TransactionId id) {}

        @Override
        public void write(String record, long timestamp) {
            open += record;
            if (open.length() == 2) {
                close();
            }
        }

        @Override
        public boolean hasLeftOver() {
            return !open.isEmpty();
        }

        @Override
        public CompletionStage<String> prepare(long checkpointId) {
            if (hasEnded || closesNext) {
                close();
            }
            closesNext = false;
            String token = String.join(",", closed);
            closed.clear();
            return CompletableFuture.completedFuture(token);
        }

        @Override
        public Optional<CompletionStage<String>> carryOver(long checkpointId) {
            return open.isEmpty() ? Optional.empty() : Optional.of(CompletableFuture.completedFuture(open));
        }

        @Override
        public void beforeSavepoint() {
            closesNext = !keepsOpenAtSavepoints;
        }

        @Override
        public void endOfInput() {
            hasEnded = true;
        }

        @Override
        public void close() {
            closed.add(open);
            open = "";
        }
    }
}
