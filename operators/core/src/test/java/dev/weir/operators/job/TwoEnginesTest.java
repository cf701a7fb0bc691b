package dev.weir.operators.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.settings.JobSettings;
import dev.weir.operators.function.ForEachFunction;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Two engines in one JVM that run the same job id, each with a memory of its own, know nothing of each other. */
class TwoEnginesTest {

    private static final String JOB_ID = "twin";

    /** Waits in user code until it is released, whatever interrupts it. */
    private static final class Waiting implements ForEachFunction<Long> {

        final CountDownLatch reached = new CountDownLatch(1);
        final CountDownLatch interrupted = new CountDownLatch(1);
        final CountDownLatch release = new CountDownLatch(1);
        final AtomicInteger interrupts = new AtomicInteger();

        @Override
        public void accept(Long number) {
            reached.countDown();
            while (release.getCount() > 0) {
                try {
                    release.await();
                } catch (InterruptedException swallowed) {
                    interrupts.incrementAndGet();
                    interrupted.countDown();
                }
            }
        }
    }

    private static JobHandle start(LocalWeir weir, JobSettings settings, Waiting waiting) throws Exception {
        JobHandle job = Jobs.start(
                weir, settings, (env, args) -> env.fromElements("one", 1L).forEach("waiting", waiting));
        assertThat(waiting.reached.await(60, TimeUnit.SECONDS)).isTrue();
        return job;
    }

    @Test
    void givingUpAJobDoesNotInterruptItsNamesakeInAnotherEngine() throws Exception {
        Waiting stuck = new Waiting();
        Waiting other = new Waiting();
        JobSettings impatient = Jobs.settings(JOB_ID).withTask(Jobs.task(256, Duration.ofMillis(300)));
        try (LocalWeir first = LocalWeir.start();
                LocalWeir second = LocalWeir.start()) {
            JobHandle given = start(first, impatient, stuck);
            JobHandle namesake = start(second, Jobs.settings(JOB_ID), other);

            given.cancel();
            assertThat(Jobs.failureOf(given)).contains("weir.task.cancel-timeout");
            assertThat(stuck.interrupted.await(60, TimeUnit.SECONDS)).isTrue();

            other.release.countDown();
            Jobs.finish(namesake);
            assertThat(other.interrupts).hasValue(0);
            stuck.release.countDown();
        } finally {
            other.release.countDown();
            stuck.release.countDown();
        }
    }
}
