package dev.weir.samples.peers.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import dev.weir.testing.Seeds;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HeapTrendTest {

    private static final long MB = 1 << 20;
    private static final long TEN_SECONDS_NANOS = 10_000_000_000L;

    private final HeapTrend trend = new HeapTrend();

    @Test
    void sixMegabytesMoreEachTenSecondsAreASlopeOf36PerMinute() {
        trend.add(0, 100 * MB);
        trend.add(TEN_SECONDS_NANOS, 106 * MB);
        trend.add(2 * TEN_SECONDS_NANOS, 112 * MB);

        assertThat(figures())
                .contains(entry("heapSamples", 3.0), entry("heapFirstMb", 100.0), entry("heapLastMb", 112.0))
                .containsEntry("heapMaxMb", 112.0)
                .hasEntrySatisfying(
                        "heapSlopeMbPerMin", slope -> assertThat(slope).isCloseTo(36, within(1e-6)));
    }

    @Test
    void aPeakInTheMiddleIsNoGrowth() {
        trend.add(0, 100 * MB);
        trend.add(TEN_SECONDS_NANOS, 300 * MB);
        trend.add(2 * TEN_SECONDS_NANOS, 100 * MB);

        assertThat(figures())
                .containsEntry("heapMaxMb", 300.0)
                .hasEntrySatisfying(
                        "heapSlopeMbPerMin", slope -> assertThat(slope).isCloseTo(0, within(1e-6)));
    }

    @Seeds(20)
    void aSlopeIsFoundUnderNoiseWhereverTheClockStarts(long seed) {
        Random random = new Random(seed);
        double slopeMbPerMin = random.nextDouble(-50, 50);
        long startNanos = random.nextLong(1L << 50);
        for (int i = 0; i < 60; i++) {
            double megabytes = 400 + slopeMbPerMin * i / 6 + random.nextDouble(-1, 1);
            trend.add(startNanos + i * TEN_SECONDS_NANOS, (long) (megabytes * MB));
        }

        assertThat(figures().get("heapSlopeMbPerMin")).isCloseTo(slopeMbPerMin, within(0.5));
    }

    @Test
    void oneSampleHasNoSlopeAndNoneNoFigures() {
        assertThat(figures()).isEmpty();
        trend.add(0, MB);
        assertThat(figures()).containsEntry("heapSlopeMbPerMin", 0.0);
    }

    private Map<String, Double> figures() {
        Meter meter = Meter.begin(Workload.GROWTH, StopRule.counted(1));
        meter.sourceStarted();
        trend.report(meter);
        return meter.finish().figures();
    }
}
