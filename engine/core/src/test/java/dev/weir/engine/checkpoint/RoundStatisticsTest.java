package dev.weir.engine.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.protocol.Fence;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.protocol.SubtaskReport.SnapshotFigures;
import dev.weir.engine.settings.CheckpointSettings;
import dev.weir.engine.settings.CheckpointSettings.Barriers;
import dev.weir.engine.settings.CheckpointSettings.Cut;
import dev.weir.snapshot.format.SegmentIndex;
import dev.weir.snapshot.format.SubtaskStateHandle;
import dev.weir.snapshot.storage.PublishOutcome;
import dev.weir.testing.Seeds;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RoundStatisticsTest {

    private static final SubtaskId SOURCE = new SubtaskId(0, 0);
    private static final SubtaskId SINK = new SubtaskId(1, 2);
    private static final Fence FENCE = new Fence(7, 1);

    private static SubtaskStateHandle handle(long bytes) {
        return new SubtaskStateHandle("", 0, null, new byte[0], bytes, 0, new SegmentIndex(List.of()));
    }

    @Test
    void aRoundKeepsWhatEachSubtaskDidAndWhen() {
        CheckpointRounds rounds = new CheckpointRounds(
                CheckpointSettings.DEFAULT.withInterval(null).withCut(Cut.UNALIGNED),
                Duration.ofSeconds(1),
                List.of(),
                0);
        Moment start = new Moment(1_000, 50);
        SnapshotFigures ofSource = new SnapshotFigures(5, 0, 20, 300, 0, 0, 0);
        SnapshotFigures ofSink = new SnapshotFigures(9, 40, 10, 400, 17, 3, 120);
        rounds.onRunning(FENCE, Set.of(SOURCE, SINK), Set.of(SOURCE, SINK), start);
        rounds.onRequested(new RoundRequest(1, SnapshotKind.CHECKPOINT), start);
        rounds.onIdsReserved(1, 100, start);
        rounds.onAcknowledged(FENCE, SOURCE, 1, handle(70), ofSource, new Moment(3_000, 50));
        rounds.onAcknowledged(FENCE, SINK, 1, handle(30), ofSink, new Moment(8_000, 50));
        rounds.onEnumerators(FENCE, 1, Map.of("in", new byte[5]), new Moment(8_000, 50));
        rounds.onPublishOutcome(1, PublishOutcome.PUBLISHED, "", new Moment(9_000, 50));

        assertThat(rounds.history()).singleElement().satisfies(round -> {
            assertThat(round.kind()).isEqualTo(SnapshotKind.CHECKPOINT);
            assertThat(round.barriers()).isEqualTo(Barriers.UNALIGNED);
            assertThat(round.triggerMillis()).isEqualTo(50);
            assertThat(round.durationNanos()).isEqualTo(8_000);
            assertThat(round.bytes()).isEqualTo(105);
            assertThat(round.incrementalBytes()).isEqualTo(105);
            assertThat(round.parts())
                    .containsExactly(
                            new RoundRecord.Part(SOURCE, 2_000, 70, ofSource),
                            new RoundRecord.Part(SINK, 7_000, 30, ofSink));
            assertThat(round.missing()).isEmpty();
        });
        assertThat(rounds.statistics().summary().startDelayNanos().max()).isEqualTo(9);
        assertThat(rounds.statistics().summary().persistedBytes().max()).isEqualTo(120);
    }

    @Test
    void percentilesOfOneToAThousandAreTheirRanks() {
        long[] values = LongStream.rangeClosed(1, 1000).map(n -> 1001 - n).toArray();
        assertThat(Distribution.of(values)).isEqualTo(new Distribution(1, 1000, 500.5, 500, 900, 950, 990, 999));
        assertThat(Distribution.of(new long[] {7})).isEqualTo(new Distribution(7, 7, 7, 7, 7, 7, 7, 7));
        assertThat(Distribution.of(new long[0])).isEqualTo(new Distribution(0, 0, 0, 0, 0, 0, 0, 0));
        assertThat(RoundStatistics.NONE.summary().endToEndNanos()).isEqualTo(Distribution.of(new long[0]));
    }

    @Seeds(100)
    void aPercentileIsAValueThatItsShareDoesNotExceedAndRises(long seed) {
        Random random = new Random(seed);
        long[] values = random.longs(1 + random.nextInt(150), 0, 50).toArray();
        Distribution of = Distribution.of(values);
        assertThat(List.of(of.min(), of.p50(), of.p90(), of.p95(), of.p99(), of.p999(), of.max()))
                .isSorted();
        long notAbove = Arrays.stream(values).filter(value -> value <= of.p95()).count();
        long below = Arrays.stream(values).filter(value -> value < of.p95()).count();
        assertThat(notAbove * 100).isGreaterThanOrEqualTo(values.length * 95L);
        assertThat(below * 100).isLessThan(values.length * 95L);
        assertThat(of.avg()).isBetween((double) of.min(), (double) of.max());
    }
}
