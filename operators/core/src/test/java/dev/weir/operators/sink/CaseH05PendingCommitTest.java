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

    /** The snapshots of all subtasks, taken before anything asynchronous is done. */
    private List<FakeSnapshot> freeze() throws Exception {
        checkpointId++;
        List<FakeSnapshot> all = new ArrayList<>();
        for (TwoPhaseCommitOperator<String, String> sink : sinks) {
            FakeSnapshot snapshot = new FakeSnapshot(checkpointId);
            sink.snapshot(snapshot);
            all.add(snapshot);
        }
        return all;
    }

    private static List<byte[]> held(List<FakeSnapshot> snapshots) {
        List<byte[]> all = new ArrayList<>();
        snapshots.forEach(snapshot -> all.addAll(snapshot.elements(TwoPhaseCommitOperator.STATE)));
        return all;
    }

    private void runAll() throws Exception {
        for (FakeContext context : contexts) {
            context.runAll();
        }
    }

    @Test
    void theCheckpointHoldsItOnceAfterEachRestartAndItShowsOnce() throws Exception {
        start(1, List.of());
        sinks.get(0).process("K", 0);
        List<byte[]> held = held(freeze());
        for (int parallelism : new int[] {2, 2, 3, 2}) {
            start(parallelism, held);
            List<FakeSnapshot> taken = freeze();
            assertThat(taken)
                    .as("what was restored is committed before anything is acknowledged")
                    .anyMatch(snapshot -> !snapshot.isDone());
            runAll();
            held = held(taken);
            assertThat(held).hasSize(1);
            assertThat(outside.visible).containsExactly("K");
        }

        assertThat(held(freeze())).isEmpty();
    }
}
