package dev.weir.operators.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.graph.JobArguments;
import dev.weir.engine.job.Savepoint;
import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.local.StartFrom;
import dev.weir.engine.local.Stop;
import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.settings.JobSettings;
import dev.weir.operators.DataStream;
import dev.weir.operators.SingleOutputStream;
import dev.weir.operators.StreamEnvironment;
import dev.weir.operators.StreamJob;
import dev.weir.operators.StreamJobs;
import dev.weir.operators.sink.CollectedResults;
import dev.weir.operators.time.WatermarkStrategy;
import dev.weir.operators.window.TumblingEventTimeWindows;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two sources, of which one ends, and readers that never get a split: neither holds event time back. An end of the input
 * fires what is open and so does a drain; a cancel and a stop fire nothing.
 */
class CaseH40EndsTest {

    private record Amount(long time, long value) {}

    @TempDir
    private Path folder;

    private final HandSource<Amount> first =
            new HandSource<Amount>().add(new Amount(3, 1), new Amount(6, 0)).end();
    private final HandSource<Amount> second =
            new HandSource<Amount>().add(new Amount(4, 2), new Amount(10, 0), new Amount(15, 4));
    private final CollectedResults<String> results = new CollectedResults<>();
    /** What windows gave, also where no checkpoint made it a result. */
    private final List<String> fired = new CopyOnWriteArrayList<>();

    private static SingleOutputStream<Amount> read(StreamEnvironment env, String name, HandSource<Amount> source) {
        return env.source(name, source)
                .assignTimestampsAndWatermarks(
                        name + " times", WatermarkStrategy.<Amount>monotonous().withTimestampAssigner(Amount::time));
    }

    private StreamJob job() {
        return (env, args) -> {
            DataStream<Amount> both = read(env, "first", first).union(read(env, "second", second));
            DataStream<String> sums = both.keyBy(amount -> "all")
                    .window(TumblingEventTimeWindows.of(Duration.ofMillis(10)))
                    .sum("sum", Amount::value, (key, window, sum) -> window + "=" + sum);
            sums.collect("results", results);
            sums.forEach("fired", fired::add);
        };
    }

    @Test
    void aWindowFiresWhileOneSourceIsOpenAndTheRestWhenItEnds() throws Exception {
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = Jobs.start(weir, Jobs.settings("h40"), job());
            assertThat(results.await(1, Jobs.PATIENCE)).containsExactly("[0, 10)=3");
            second.end();
            Jobs.finish(job);
        }
        assertThat(results.list()).containsExactly("[0, 10)=3", "[10, 20)=4");
    }

    @Test
    void aCancelFiresNothing() throws Exception {
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = Jobs.start(weir, Jobs.settings("h40-cancel"), job());
            results.await(1, Jobs.PATIENCE);
            Jobs.cancel(job);
        }
        assertThat(results.list()).containsExactly("[0, 10)=3");
        assertThat(fired).containsExactly("[0, 10)=3");
    }

    private Savepoint stop(JobHandle job, Stop how) throws Exception {
        Savepoint savepoint = job.stop(how, folder.toUri().toString()).get(60, TimeUnit.SECONDS);
        assertThat(Jobs.finish(job).attempts()).isEqualTo(1);
        return savepoint;
    }

    @Test
    void aStopWithSavepointFiresNothingAndTheRestoredJobFiresOnce() throws Exception {
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = Jobs.start(weir, Jobs.settings("h40-stop"), job());
            results.await(1, Jobs.PATIENCE);
            Savepoint savepoint = stop(job, Stop.SAVEPOINT);
            assertThat(savepoint.round().kind()).isEqualTo(SnapshotKind.STOP);
            assertThat(results.list()).containsExactly("[0, 10)=3");
            assertThat(fired).containsExactly("[0, 10)=3");

            second.add(new Amount(16, 8)).end();
            Jobs.finish(weir.submit(
                    StreamJobs.program(job()),
                    JobArguments.none(),
                    Jobs.settings("h40-resumed"),
                    new StartFrom.Savepoint(savepoint.uri())));
        }
        assertThat(results.list()).containsExactly("[0, 10)=3", "[10, 20)=12");
        assertThat(fired).containsExactly("[0, 10)=3", "[10, 20)=12");
    }

    @Test
    void aStoppedJobGoesOnFromItsSavepointAlsoAsItself() throws Exception {
        JobSettings settings = Jobs.settings("h40-latest");
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = Jobs.start(weir, settings, job());
            results.await(1, Jobs.PATIENCE);
            Savepoint savepoint = stop(job, Stop.SAVEPOINT);
            second.add(new Amount(16, 8)).end();
            JobHandle goingOn = Jobs.goOn(weir, settings, job());
            Jobs.finish(goingOn);
            assertThat(goingOn.status().restoredCheckpoint())
                    .hasValue(savepoint.round().checkpointId());
        }
        assertThat(results.list()).containsExactly("[0, 10)=3", "[10, 20)=12");
    }

    @Test
    void aDrainFiresEverythingBeforeTheJobEnds() throws Exception {
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = Jobs.start(weir, Jobs.settings("h40-drain"), job());
            results.await(1, Jobs.PATIENCE);
            stop(job, Stop.DRAIN);
        }
        assertThat(results.list()).containsExactly("[0, 10)=3", "[10, 20)=4");
        assertThat(fired).containsExactly("[0, 10)=3", "[10, 20)=4");
    }
}
