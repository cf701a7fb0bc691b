package dev.weir.engine.subtask;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.element.Element;
import dev.weir.engine.operator.Timestamps;
import dev.weir.engine.protocol.SubtaskReport;
import dev.weir.engine.settings.CheckpointSettings.Cut;
import dev.weir.snapshot.backend.RestoredKeyedState;
import dev.weir.snapshot.format.OperatorSnapshot;
import dev.weir.snapshot.restore.RestoredOperator;
import dev.weir.snapshot.restore.RestoredOperator.Drain;
import dev.weir.snapshot.restore.RestoredSubtask;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An operator of which some subtasks had finished, at another parallelism. */
class PartlyFinishedTest {

    @Test
    void itIsRefusedWhereItHasAFinishHookAndTheMessageSaysWhatToDo() {
        SubtaskBench bench = restored(new WordCount() {
            @Override
            public boolean finish() {
                return true;
            }
        });

        bench.subtask.open();

        assertThat(bench.outbox.reports(SubtaskReport.Failed.class))
                .singleElement()
                .satisfies(failed -> assertThat(failed.cause())
                        .hasMessageContaining("operator 'first' was partly finished")
                        .hasMessageContaining("restore with the old parallelism"));
    }

    @Test
    void itRunsOnWhereItHasNone() {
        SubtaskBench bench = restored(new WordCount());

        bench.subtask.open();

        assertThat(bench.outbox.reports(SubtaskReport.Ready.class)).hasSize(1);
    }

    @Test
    void whatHadFinishedIsSoInTheNextCheckpointTooBeforeItsInputHasEndedAgain() {
        SubtaskBench bench = restored(new WordCount(), Drain.DRAINED).start();

        bench.deliver(0, new Element.Barrier(1, 0));
        bench.deliver(1, new Element.Barrier(1, 0));

        assertThat(bench.outbox.snapshots)
                .singleElement()
                .satisfies(snapshot -> assertThat(
                                snapshot.content().toCompletableFuture().join().operators())
                        .filteredOn(operator -> operator.uid().equals("first"))
                        .singleElement()
                        .matches(OperatorSnapshot::drained, "is drained"));
    }

    private static SubtaskBench restored(WordCount operator) {
        return restored(operator, Drain.PARTLY);
    }

    private static SubtaskBench restored(WordCount operator, Drain drain) {
        RestoredOperator before =
                new RestoredOperator("first", RestoredKeyedState.EMPTY, Map.of(), Timestamps.NONE, drain);
        return new SubtaskBench(
                () -> operator, Recorder::new, Cut.ALIGNED, new RestoredSubtask(Map.of("first", before)));
    }
}
