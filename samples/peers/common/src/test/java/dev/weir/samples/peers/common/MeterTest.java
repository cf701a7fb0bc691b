package dev.weir.samples.peers.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class MeterTest {

    private final Meter meter = Meter.begin(Workload.W1A, StopRule.counted(1000));

    @Test
    void aCountedSourceStopsExactlyAtItsLimit() {
        assertThat(meter.goesOn(999)).isTrue();
        assertThat(meter.allowed(960, 64)).isEqualTo(40);
        assertThat(meter.allowed(0, 64)).isEqualTo(64);
        assertThat(meter.goesOn(1000)).isFalse();
    }

    @Test
    void whatTheSinksFoldedIsAddedUp() {
        meter.sourceStarted();
        SinkFold one = meter.openSink();
        SinkFold other = meter.openSink();
        one.add(1, 10);
        other.add(2, 20);
        other.add(2, 40);
        one.end();
        other.end();
        meter.sourceEnded(0, 2);
        meter.sourceEnded(1, 1);

        Measurement taken = meter.finish();

        assertThat(taken.totals())
                .isEqualTo(new Totals(3, Records.mix(1, 10) + Records.mix(2, 20) + Records.mix(2, 40)));
        assertThat(taken.sourceCounts()).isEqualTo(List.of(2L, 1L));
        assertThat(taken.recordCount()).isEqualTo(3);
        assertThat(taken.wallNanos()).isPositive();
    }

    @Test
    void theFirstRecordOfAnySinkIsNotedOnce() {
        meter.sourceStarted();
        SinkFold one = meter.openSink();
        SinkFold other = meter.openSink();
        assertThat(meter.firstRecord()).isNull();

        other.add(1, 10);
        Instant first = meter.firstRecord();
        one.add(1, 20);
        other.add(1, 30);

        assertThat(first).isNotNull();
        assertThat(meter.firstRecord()).isEqualTo(first);
    }

    @Test
    void sourcesOfAJobThatCrashesStopWhenTheLastAttemptIsPastAllOthers() {
        Meter crashing = Meter.begin(Workload.W6, new StopRule(Long.MAX_VALUE, null, 1, 0, null));
        crashing.sourceStarted();
        SinkFold before = crashing.openSink();
        before.add(7, 10);
        crashing.crashes().checkpointCompleted();
        assertThat(crashing.crashes().strikes()).isTrue();
        before.add(7, 20);
        assertThat(crashing.goesOn(5_000_000)).isTrue();

        crashing.openSink().add(7, 20);

        assertThat(crashing.goesOn(5)).isTrue();
        assertThat(crashing.goesOn(5_000_000)).isTrue();
        assertThat(crashing.goesOn(6_000_000)).isFalse();
        Measurement taken = crashing.finish();
        assertThat(taken.totals()).isEqualTo(new Totals(1, Records.mix(7, 20)));
        assertThat(taken.figures()).containsKeys("millis", "millisMax", "millis1");
    }

    @Test
    void aSinkIsHeldUpOnlyWhileTheSourcesGoOn() throws Exception {
        Meter timed = Meter.begin(Workload.BACKPRESSURE, StopRule.timed(Duration.ZERO));
        assertThat(timed.isOpen()).isFalse();
        timed.openSlowSink().holdUp();

        timed.sourceStarted();
        while (timed.goesOn(0)) {
            Thread.onSpinWait();
        }

        assertThat(timed.isOpen()).isFalse();
    }

    @Test
    void checkpointsAreCountedAndTheirDurationAveraged() {
        meter.sourceStarted();
        meter.checkpointCompleted(1_000_000);
        meter.checkpointCompleted(3_000_000);

        assertThat(meter.finish().checkpoints()).isEqualTo(new CheckpointFigures(2, 2.0));
    }

    @Test
    void aJobWithoutAStartedSourceIsNoMeasurement() {
        assertThatThrownBy(meter::finish)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("sourceStarted");
    }
}
