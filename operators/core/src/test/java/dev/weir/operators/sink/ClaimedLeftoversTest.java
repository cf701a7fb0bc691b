package dev.weir.operators.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.operator.ClaimedRun;
import dev.weir.operators.harness.FakeContext;
import dev.weir.operators.harness.FakeSnapshot;
import dev.weir.operators.harness.RecordedOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a run left open outside is aborted by a run that has claimed its savepoint, and by no other fork. */
class ClaimedLeftoversTest {

    private static final int LATER_ATTEMPT = 7;

    private final Outside outside = new Outside();
    private final List<FakeContext> contexts = new ArrayList<>();
    private final List<TwoPhaseCommitOperator<String, String>> sinks = new ArrayList<>();

    /** @return what its savepoint holds, taken before more was prepared and opened */
    private List<byte[]> parentRun() throws Exception {
        for (int i = 0; i < 3; i++) {
            start(new FakeContext("sink", i, 3, 1, Map.of()).inLineage("parent"));
        }
        List<byte[]> savepoint = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            sinks.get(i).process("in the savepoint " + i, 0);
            savepoint.addAll(snapshot(i, 1));
            sinks.get(i).process("prepared later " + i, 0);
            snapshot(i, 2);
            sinks.get(i).process("open " + i, 0);
        }
        contexts.forEach(FakeContext::abandon);
        contexts.clear();
        sinks.clear();
        return savepoint;
    }

    private void start(FakeContext context) throws Exception {
        TwoPhaseCommitOperator<String, String> sink = new TwoPhaseCommitOperator<>(outside);
        sink.open(context, new RecordedOutput<>());
        context.runAll();
        contexts.add(context);
        sinks.add(sink);
    }

    private List<byte[]> snapshot(int index, long id) throws Exception {
        FakeSnapshot snapshot = new FakeSnapshot(id);
        sinks.get(index).snapshot(snapshot);
        return snapshot.elements(TwoPhaseCommitOperator.STATE);
    }

    private FakeContext fork(int index, List<byte[]> savepoint) {
        Map<String, List<byte[]>> restored = Map.of(TwoPhaseCommitOperator.STATE, savepoint);
        return new FakeContext("renamed", index, 2, LATER_ATTEMPT, restored).inLineage("child");
    }

    @Test
    void aRunThatHasClaimedTheSavepointAbortsWhatIsNotInIt() throws Exception {
        List<byte[]> savepoint = parentRun();
        for (int i = 0; i < 2; i++) {
            start(fork(i, savepoint).claiming(new ClaimedRun("parent", Map.of("renamed", "sink"))));
        }
        assertThat(outside.visible)
                .containsExactlyInAnyOrder("in the savepoint 0", "in the savepoint 1", "in the savepoint 2");
        assertThat(outside.prepared).isEmpty();
        assertThat(outside.open).isEmpty();
    }

    @Test
    void aForkThatHasClaimedNothingLeavesThemAlone() throws Exception {
        List<byte[]> savepoint = parentRun();
        for (int i = 0; i < 2; i++) {
            start(fork(i, savepoint));
        }
        assertThat(outside.visible).hasSize(3);
        assertThat(outside.prepared).hasSize(3);
        assertThat(outside.open).hasSize(3);
    }
}
