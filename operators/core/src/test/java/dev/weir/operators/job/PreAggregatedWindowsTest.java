package dev.weir.operators.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.job.JobResult;
import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.settings.JobSettings;
import dev.weir.operators.KeyedStream;
import dev.weir.operators.StreamJob;
import dev.weir.operators.function.Combinable;
import dev.weir.operators.sink.CollectedResults;
import dev.weir.operators.time.WatermarkStrategy;
import dev.weir.operators.window.PreAggregation;
import dev.weir.operators.window.TimeWindow;
import dev.weir.operators.window.TumblingEventTimeWindows;
import dev.weir.snapshot.state.AggregateFunction;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Windows that aggregate before records are dealt out by key, in a job: through crashes, and switched on and off between. */
class PreAggregatedWindowsTest {

    private static final long RECORDS = 3_000;
    private static final int WINDOW_MILLIS = 100;

    @TempDir
    Path folder;

    private final CollectedResults<String> sums = new CollectedResults<>();
    private final CollectedResults<String> texts = new CollectedResults<>();
    private final AtomicBoolean gate = new AtomicBoolean();

    /** A mutable accumulator, and a function that says that it may be merged. */
    private static final class Texts implements AggregateFunction<Long, Numbers, String>, Combinable {
        @Override
        public Numbers createAccumulator() {
            return new Numbers();
        }

        @Override
        public Numbers add(Long number, Numbers bean) {
            bean.numbers.add(number);
            return bean;
        }

        @Override
        public String getResult(Numbers bean) {
            return bean.numbers.stream().sorted().toList().toString();
        }

        @Override
        public Numbers merge(Numbers left, Numbers right) {
            left.numbers.addAll(right.numbers);
            return left;
        }
    }

    /** All numbers of a window. */
    static final class Numbers {
        private final List<Long> numbers = new ArrayList<>();
    }

    private StreamJob job(PreAggregation choice, Trap trap) {
        TumblingEventTimeWindows windows = TumblingEventTimeWindows.of(Duration.ofMillis(WINDOW_MILLIS));
        return (env, args) -> {
            KeyedStream<Long, String> keyed = env.source(
                            "numbers", new TricklingSource(RECORDS, gate::get, TricklingSource.Places.NONE))
                    .map(number -> {
                        trap.pass();
                        return number;
                    })
                    .assignTimestampsAndWatermarks(
                            WatermarkStrategy.<Long>monotonous().withTimestampAssigner((Long number) -> number))
                    .keyBy(Numbering::keyOf);
            keyed.window(windows)
                    .preAggregation(choice)
                    .sum("sum", number -> number, PreAggregatedWindowsTest::say)
                    .collect("sums", sums);
            keyed.window(windows)
                    .preAggregation(choice)
                    .aggregate("texts", new Texts(), Numbers.class, PreAggregatedWindowsTest::say)
                    .collect("all texts", texts);
        };
    }

    private static String say(String key, TimeWindow window, Object result) {
        return key + " " + window + "=" + result;
    }

    private void assertEachResultIsThereOnce() {
        Map<String, List<Long>> contents = new TreeMap<>();
        for (long number = 0; number < RECORDS; number++) {
            long start = number / WINDOW_MILLIS * WINDOW_MILLIS;
            String place = say(Numbering.keyOf(number), new TimeWindow(start, start + WINDOW_MILLIS), "");
            contents.computeIfAbsent(place, any -> new ArrayList<>()).add(number);
        }
        List<String> expectedSums = new ArrayList<>();
        List<String> expectedTexts = new ArrayList<>();
        contents.forEach((place, numbers) -> {
            expectedSums.add(place + numbers.stream().mapToLong(Long::longValue).sum());
            expectedTexts.add(place + numbers);
        });
        assertThat(sums.list()).containsExactlyInAnyOrderElementsOf(expectedSums);
        assertThat(texts.list()).containsExactlyInAnyOrderElementsOf(expectedTexts);
    }

    @ParameterizedTest
    @EnumSource(PreAggregation.class)
    void eachResultIsThereOnceThoughAnAttemptFails(PreAggregation choice) throws Exception {
        Trap trap = new Trap(Trap.Kind.RUNTIME_EXCEPTION, () -> sums.size() > 30);
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = Jobs.start(weir, Jobs.settings("windows-" + choice), job(choice, trap));
            sums.await(31, Jobs.PATIENCE);
            gate.set(true);
            JobResult result = Jobs.finish(job);
            assertThat(result.restarts()).isEqualTo(1);
        }
        assertEachResultIsThereOnce();
    }

    @Test
    void itIsSwitchedOnAndOffBetweenACheckpointAndItsRestore() throws Exception {
        Trap none = new Trap(Trap.Kind.RUNTIME_EXCEPTION, () -> false);
        JobSettings settings =
                Jobs.settings("switched").withStorage(folder.toUri().toString());
        try (LocalWeir weir = LocalWeir.start()) {
            runUntil(20, Jobs.start(weir, settings, job(PreAggregation.WHERE_EXACT, none)));
            runUntil(sums.size() + 20, Jobs.goOn(weir, settings, job(PreAggregation.OFF, none)));
            runUntil(
                    sums.size() + 20,
                    Jobs.goOn(weir, settings.withParallelism(2), job(PreAggregation.WHERE_EXACT, none)));
            gate.set(true);
            Jobs.finish(Jobs.goOn(weir, settings.withParallelism(5), job(PreAggregation.OFF, none)));
        }
        assertEachResultIsThereOnce();
    }

    private void runUntil(int visible, JobHandle handle) throws Exception {
        sums.await(visible, Jobs.PATIENCE);
        Jobs.cancel(handle);
    }
}
