package dev.weir.samples.peers.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.weir.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LatencyFoldTest {

    @Seeds(10)
    void percentilesAreOverTheRecordsOfAllSinks(long seed) {
        Random random = new Random(seed);
        List<LatencyFold> folds = List.of(fold(), fold(), fold());
        List<Long> nanos = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            long latency = (long) Math.exp(random.nextDouble(7, 20));
            long created = random.nextLong(1L << 50);
            folds.get(random.nextInt(3)).addAt(created, created + latency);
            nanos.add(latency);
        }
        nanos.sort(null);

        Map<String, Double> figures = figures(folds);
        assertThat(figures).containsEntry("latencies", 20_000.0);
        isNear(figures, "p50Micros", nanos.get(9_999));
        isNear(figures, "p99Micros", nanos.get(19_799));
        isNear(figures, "p999Micros", nanos.get(19_979));
        isNear(figures, "maxMicros", nanos.get(19_999));
    }

    @Test
    void aRecordOfTheWarmUpIsNotCounted() {
        long nowNanos = System.nanoTime();
        LatencyFold fold = new LatencyFold(() -> nowNanos);
        fold.add(nowNanos - 1);
        assertThat(figures(List.of(fold))).isEmpty();

        fold.add(nowNanos);
        assertThat(figures(List.of(fold))).containsEntry("latencies", 1.0);
    }

    @Test
    void whatLiesOutsideTheScaleCountsAsItsEnd() {
        LatencyFold fold = fold();
        fold.addAt(0, -1);
        assertThat(figures(List.of(fold))).containsEntry("maxMicros", 0.0);

        fold.addAt(0, Long.MAX_VALUE);
        isNear(figures(List.of(fold)), "maxMicros", 600e9);
    }

    private static LatencyFold fold() {
        return new LatencyFold(() -> 0);
    }

    private static void isNear(Map<String, Double> figures, String name, double nanos) {
        assertThat(figures.getOrDefault(name, Double.NaN) * 1000).isCloseTo(nanos, withinPercentage(0.2));
    }

    private static Map<String, Double> figures(List<LatencyFold> folds) {
        Meter meter = Meter.begin(Workload.W4, StopRule.counted(1));
        meter.sourceStarted();
        LatencyFold.report(folds, meter);
        return meter.finish().figures();
    }
}
