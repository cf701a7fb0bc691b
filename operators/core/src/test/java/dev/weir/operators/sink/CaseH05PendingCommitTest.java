package dev.weir.operators.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.harness.FakeContext;
import dev.weir.operators.harness.FakeSnapshot;
import dev.weir.operators.harness.RecordedOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A commit that is pending over restarts at other parallelisms: held once in each checkpoint, made once at the end. */
class CaseH05PendingCommitTest {

    private final Outside outside = new Outside();
    private final List<FakeContext> contexts = new ArrayList<>();
    private final List<TwoPhaseCommitOperator<String, String>> sinks = new ArrayList<>();
    private long checkpointId;

    private void start(int parallelism, List<byte[]> union) throws Exception {
        contexts.clear();
        sinks.clear();
        for (int index = 0; index < parallelism; index++) {
            Map<String, List<byte[]>> restored =
                    union.isEmpty() ? Map.of() : Map.of(TwoPhaseCommitOperator.STATE, union);
            FakeContext context = new FakeContext("sink", index, parallelism, checkpointId + 1, restored);
            TwoPhaseCommitOperator<String, String> sink = new TwoPhaseCommitOperator<>(outside);
            sink.open(context, new RecordedOutput<>());
            contexts.add(context);
            sinks.add(sink);
        }
    }

    private List<byte[]> snapshot() throws Exception {
        checkpointId++;
        List<byte[]> all = new ArrayList<>();
        for (TwoPhaseCommitOperator<String, String> sink : sinks) {
            FakeSnapshot snapshot = new FakeSnapshot(checkpointId);
            sink.snapshot(snapshot);
            all.addAll(snapshot.elements(TwoPhaseCommitOperator.STATE));
        }
        return all;
    }

    @Test
    void theCheckpointHoldsItOnceAfterEachRestartAndItIsMadeOnce() throws Exception {
        start(1, List.of());
        sinks.get(0).process("K", 0);
        List<byte[]> held = snapshot();
        for (int parallelism : new int[] {2, 2, 3, 2}) {
            start(parallelism, held);
            held = snapshot();
            assertThat(held).hasSize(1);
        }
        assertThat(outside.visible).isEmpty();

        for (FakeContext context : contexts) {
            context.runAll();
        }
        List<byte[]> after = snapshot();

        assertThat(outside.visible).containsExactly("K");
        assertThat(outside.commits).hasSize(1);
        assertThat(after).isEmpty();
    }
}
