package dev.weir.operators.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.settings.JobSettings;
import dev.weir.engine.settings.RestartSettings;
import dev.weir.operators.StreamJob;
import dev.weir.operators.sink.CollectedResults;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A record that fails its operator every time ends the job after five attempts, and is told with its place. */
class PoisonRecordTest {

    private static final long POISON = 37;

    private final CollectedResults<Long> results = new CollectedResults<>();

    private static long unlessPoison(long number) {
        if (number == POISON) {
            throw new IllegalArgumentException("not this one");
        }
        return number;
    }

    private static String failureOf(String jobId, StreamJob job) throws Exception {
        JobSettings settings =
                Jobs.settings(jobId).withRestart(new RestartSettings.FixedDelay(20, Duration.ofMillis(30)));
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle handle = Jobs.start(weir, settings, job);
            String failure = Jobs.failureOf(handle);
            assertThat(handle.status().attempt()).isEqualTo(5);
            return failure;
        }
    }

    @Test
    void inTheChainOfItsSourceItIsToldWithItsPosition() throws Exception {
        String failure = failureOf(
                "poison-chained",
                (env, args) -> env.generate("numbers", 300, index -> index)
                        .map(PoisonRecordTest::unlessPoison)
                        .uid("checking")
                        .collect("results", results));
        assertThat(failure)
                .contains("operator 'checking' failed 5 times in a row")
                .contains("java.lang.IllegalArgumentException on the same record: 37")
                .contains("the source has it at")
                .contains("index 37");
    }

    @Test
    void behindAShuffleItIsToldAfterWhichCheckpointItCame() throws Exception {
        String failure = failureOf(
                "poison-shuffled",
                (env, args) -> env.source(
                                "numbers",
                                new TricklingSource(300, () -> results.size() > 0, TricklingSource.Places.NONE))
                        .rebalance()
                        .map(PoisonRecordTest::unlessPoison)
                        .uid("checking")
                        .collect("results", results));
        assertThat(failure)
                .contains("operator 'checking' failed 5 times in a row")
                .contains("on the same record: 37")
                .contains("its place in the source isn't known: it is made of what the sources read ");
    }
}
