package dev.weir.operators.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.operator.OutputTag;
import dev.weir.engine.settings.JobSettings;
import dev.weir.operators.DataStream;
import dev.weir.operators.SingleOutputStream;
import dev.weir.operators.StreamJob;
import dev.weir.operators.harness.PartitionedLog;
import dev.weir.operators.harness.PartitionedSource;
import dev.weir.operators.harness.PartitionedSource.Start;
import dev.weir.operators.sink.CollectedResults;
import dev.weir.operators.source.file.FileSource;
import dev.weir.operators.time.WatermarkStrategy;
import dev.weir.operators.window.TumblingEventTimeWindows;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Event time of sources with several splits per subtask, with fewer splits than subtasks, and over restarts. */
class SplitTimeJobTest {

    private static final OutputTag<Long> LATE = OutputTag.of("late", Long.class);
    private static final int PARTITIONS = 7;
    private static final int TIMES = 500;

    @TempDir
    private Path folder;

    @TempDir
    private Path storage;

    private final PartitionedLog log = new PartitionedLog();
    private final CollectedResults<Long> raw = new CollectedResults<>();
    private final CollectedResults<String> windows = new CollectedResults<>();
    private final CollectedResults<Long> late = new CollectedResults<>();

    private void count(DataStream<Long> times) {
        SingleOutputStream<String> counts = times.assignTimestampsAndWatermarks(
                        "times", WatermarkStrategy.<Long>monotonous().withTimestampAssigner((Long time) -> time))
                .keyBy(time -> "all")
                .window(TumblingEventTimeWindows.of(Duration.ofMillis(100)))
                .sideOutputLateData(LATE)
                .sum("sum", time -> 1L, (key, window, sum) -> window.start() + "=" + sum);
        counts.collect("windows", windows);
        counts.sideOutput(LATE).collect("late", late);
    }

    private StreamJob partitions() {
        PartitionedSource source = new PartitionedSource(log, Duration.ofMillis(5), Start.EARLIEST);
        return (env, args) -> {
            SingleOutputStream<Long> times = env.source("log", source);
            times.collect("raw", raw);
            count(times);
        };
    }

    private static long[] times() {
        return LongStream.range(0, TIMES).toArray();
    }

    private static List<String> fullWindows() {
        return IntStream.range(0, TIMES / 100)
                .mapToObj(window -> window * 100 + "=" + PARTITIONS * 100)
                .toList();
    }

    @Test
    void noRecordOfAPartitionThatLagsIsLateAlsoOverARestartAtAnotherParallelism() throws Exception {
        JobSettings settings =
                Jobs.settings("lagging").withStorage(storage.toUri().toString());
        for (int partition = 1; partition < PARTITIONS; partition++) {
            log.append("partition " + partition, times());
        }
        log.append("partition 0");
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = Jobs.start(weir, settings, partitions());
            raw.await((PARTITIONS - 1) * TIMES, Jobs.PATIENCE);
            log.append("partition 0", LongStream.range(0, 150).toArray());
            windows.await(1, Jobs.PATIENCE);
            Jobs.cancel(job);
        }
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = Jobs.goOn(weir, settings.withParallelism(2), partitions());
            log.append("partition 0", LongStream.range(150, 350).toArray());
            windows.await(3, Jobs.PATIENCE);
            assertThat(windows.list())
                    .containsExactlyInAnyOrderElementsOf(fullWindows().subList(0, 3));
            Jobs.cancel(job);
        }
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = Jobs.goOn(weir, settings.withParallelism(5), partitions());
            log.append("partition 0", LongStream.range(350, TIMES).toArray());
            windows.await(4, Jobs.PATIENCE);
            log.end();
            Jobs.finish(job);
        }
        assertThat(late.list()).isEmpty();
        assertThat(windows.list()).containsExactlyInAnyOrderElementsOf(fullWindows());
    }

    @Test
    void subtasksWithoutAPartitionHoldNothingBack() throws Exception {
        log.append("partition 0", times());
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = Jobs.start(weir, Jobs.settings("lonely"), partitions());
            windows.await(4, Jobs.PATIENCE);
            log.end();
            Jobs.finish(job);
        }
        assertThat(late.list()).isEmpty();
        assertThat(windows.list()).hasSize(5);
    }

    @Test
    void subtasksWithoutAFileHoldNothingBackWhileMoreMayCome() throws Exception {
        List<String> lines = new ArrayList<>();
        LongStream.range(0, TIMES).forEach(time -> lines.add(String.valueOf(time)));
        Files.write(folder.resolve("times"), lines);
        FileSource source = FileSource.lines(folder.toString()).continuous(Duration.ofMillis(5));
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = Jobs.start(
                    weir,
                    Jobs.settings("files"),
                    (env, args) -> count(env.source("files", source).map(Long::valueOf)));
            windows.await(4, Jobs.PATIENCE);
            Jobs.cancel(job);
        }
        assertThat(windows.list()).containsExactlyInAnyOrder("0=100", "100=100", "200=100", "300=100");
    }
}
