package dev.weir.engine.subtask;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.subtask.SubtaskMeter.Occupation;
import dev.weir.engine.subtask.SubtaskStatistics.MillisPerSecond;
import dev.weir.engine.subtask.SubtaskStatistics.Times;
import dev.weir.engine.subtask.SubtaskStatistics.Traffic;
import dev.weir.testing.Seeds;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Time goes to what the subtask is at, whoever looks, and whenever. */
class SubtaskMeterTest {

    private static final long SECOND = 1_000_000_000;

    private static final List<Occupation> AT_WORK =
            List.of(Occupation.BUSY, Occupation.IDLE, Occupation.BACK_PRESSURED);

    private final SubtaskMeter meter = new SubtaskMeter(new SubtaskId(0, 2), "sum", 1);

    @Test
    void timeGoesToWhatTheSubtaskIsAt() {
        meter.enter(Occupation.BUSY, 10 * SECOND);
        meter.note(Occupation.BACK_PRESSURED, new Traffic(5, 0, 1, 0, 3, 2), 11 * SECOND);
        SubtaskStatistics first = meter.read(11 * SECOND);

        SubtaskStatistics second = meter.read(15 * SECOND);

        assertThat(second.times()).isEqualTo(new Times(Duration.ofSeconds(1), Duration.ZERO, Duration.ofSeconds(4)));
        assertThat(second.since(first)).isEqualTo(new MillisPerSecond(0, 0, 1000));
        assertThat(second.traffic()).isEqualTo(new Traffic(5, 0, 1, 0, 3, 2));
    }

    @Test
    void beforeItsStartAndAfterItsEndNoTimePasses() {
        assertThat(meter.read(7 * SECOND).times()).isEqualTo(Times.NONE);
        meter.enter(Occupation.IDLE, 10 * SECOND);
        meter.enter(Occupation.NONE, 12 * SECOND);
        assertThat(meter.read(99 * SECOND).times().idle()).isEqualTo(Duration.ofSeconds(2));
        assertThat(meter.read(99 * SECOND).since(meter.read(98 * SECOND))).isEqualTo(new MillisPerSecond(0, 0, 0));
    }

    @Test
    void anotherAttemptIsComparedWithItsOwnStart() {
        meter.enter(Occupation.IDLE, 0);
        SubtaskMeter next = new SubtaskMeter(new SubtaskId(0, 2), "sum", 2);
        next.enter(Occupation.BUSY, 5 * SECOND);
        assertThat(next.read(6 * SECOND).since(meter.read(4 * SECOND))).isEqualTo(new MillisPerSecond(1000, 0, 0));
    }

    @Seeds(100)
    void theTimesAddUpAndSharesStayWithinASecond(long seed) {
        Random random = new Random(seed);
        long now = 0;
        meter.enter(Occupation.BUSY, now);
        SubtaskStatistics before = meter.read(now);
        for (int step = 0; step < 300; step++) {
            now += random.nextInt(2_000_000);
            Occupation next = AT_WORK.get(random.nextInt(AT_WORK.size()));
            if (random.nextBoolean()) {
                meter.enter(next, now);
            } else {
                // The end of a slice is noted as of its last tick, which a look may have passed.
                meter.note(next, Traffic.NONE, now - random.nextInt(1000));
            }
            SubtaskStatistics look = meter.read(now);
            Times times = look.times();
            assertThat(times.busy().plus(times.idle()).plus(times.backPressured()))
                    .isEqualTo(Duration.ofNanos(now));
            MillisPerSecond shares = look.since(before);
            assertThat(IntStream.of(shares.busy(), shares.idle(), shares.backPressured()))
                    .allMatch(share -> share >= 0 && share <= 1000);
            before = random.nextInt(3) == 0 ? look : before;
        }
    }
}
