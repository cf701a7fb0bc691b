package dev.weir.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.graph.Node.Chaining;
import dev.weir.engine.graph.Node.Delivery;
import dev.weir.engine.graph.Node.StateUse;
import dev.weir.engine.graph.Node.Threading;
import dev.weir.engine.graph.Node.Traits;
import dev.weir.engine.graph.Node.UidOrigin;
import dev.weir.engine.graph.Partitioning;
import dev.weir.engine.settings.CheckpointSettings;
import dev.weir.engine.settings.CheckpointSettings.Cut;
import dev.weir.engine.settings.CheckpointSettings.Damaged;
import dev.weir.engine.settings.CheckpointSettings.OnCancel;
import dev.weir.engine.settings.CheckpointSettings.Retention;
import dev.weir.engine.settings.JobSettings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class GuaranteeWarningsTest {

    private static List<String> warnings(Delivery delivery, Cut cut) {
        Drawing drawing = new Drawing();
        Traits traits =
                new Traits(UidOrigin.NAMED_BY_USER, StateUse.STATELESS, Threading.SHARED, Chaining.ALLOWED, delivery);
        drawing.edge(drawing.source("in"), drawing.operator("out", 0, 0, traits), new Partitioning.Rebalance());
        JobSettings settings = JobSettings.defaults("job", 3).withCheckpoint(CheckpointSettings.DEFAULT.withCut(cut));
        return PlanWarnings.of(drawing.graph(), settings, Map.of());
    }

    @ParameterizedTest
    @CsvSource({
        "AT_LEAST_ONCE, repeats in a recovery",
        "IDEMPOTENT, values go back",
        "WRITE_AHEAD, whose confirmation was lost",
    })
    void aSinkThatIsNotTransactionalIsNamedInAnExactlyOnceJob(Delivery delivery, String what) {
        assertThat(warnings(delivery, Cut.ALIGNED))
                .singleElement()
                .satisfies(warning -> assertThat(warning).contains("exactly-once", "sink 'out'", what));
    }

    @Test
    void nothingIsSaidOfATransactionalSinkNorOfAnOperator() {
        assertThat(warnings(Delivery.TRANSACTIONAL, Cut.UNALIGNED)).isEmpty();
        assertThat(warnings(Delivery.NO_SINK, Cut.ALIGNED)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aJobThatIsAtLeastOnceAnywayIsNotWarnedOfItsSinks(Delivery delivery) {
        assertThat(warnings(delivery, Cut.AT_LEAST_ONCE)).isEmpty();
    }

    @Test
    void aFallBackWithoutAnOlderCheckpointIsExplained() {
        Drawing drawing = new Drawing();
        drawing.source("in");
        Retention retention = new Retention(1, OnCancel.RETAIN, Damaged.FALL_BACK);
        JobSettings settings =
                JobSettings.defaults("job", 3).withCheckpoint(CheckpointSettings.DEFAULT.withRetention(retention));
        assertThat(PlanWarnings.of(drawing.graph(), settings, Map.of()))
                .singleElement()
                .satisfies(warning -> assertThat(warning).contains("fallback-to-older=on", "retained=1"));
    }
}
