package dev.weir.operators.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.settings.JobSettings;
import dev.weir.operators.StreamJob;
import dev.weir.operators.function.MapFunction;
import dev.weir.operators.function.RuntimeContext;
import dev.weir.operators.sink.CollectedResults;
import dev.weir.snapshot.state.LongState;
import dev.weir.snapshot.state.LongStateDescriptor;
import dev.weir.snapshot.state.StateTtl;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counts that expire, in a running job: by the wall clock, also over a restart with another time to live. */
class TimeToLiveJobTest {

    private static final StateTtl A_MOMENT = StateTtl.of(Duration.ofMillis(50));
    private static final StateTtl AN_HOUR = StateTtl.of(Duration.ofHours(1));

    @TempDir
    private Path storage;

    private final HandSource<String> source = new HandSource<>();
    private final CollectedResults<String> results = new CollectedResults<>();

    private static final class Counting implements MapFunction<String, String> {
        private final StateTtl ttl;
        private @Nullable LongState count;

        Counting(StateTtl ttl) {
            this.ttl = ttl;
        }

        @Override
        public void open(RuntimeContext context) {
            count = context.getState(LongStateDescriptor.of("count").withTtl(ttl));
        }

        @Override
        public String map(String text) {
            return text + Objects.requireNonNull(count).add(1);
        }
    }

    private StreamJob job(StateTtl ttl) {
        return (env, args) -> env.source("texts", source)
                .keyBy(text -> text)
                .map("counting", new Counting(ttl))
                .collect("results", results);
    }

    private static void awaitAMoment() {
        long end = System.nanoTime() + A_MOMENT.duration().toNanos() * 2;
        Awaitility.await().atMost(Jobs.PATIENCE).until(() -> System.nanoTime() - end > 0);
    }

    @Test
    void aCountStartsAnewWhenItsTimeIsOver() throws Exception {
        JobSettings settings =
                Jobs.settings("expiring").withStorage(storage.toUri().toString());
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle first = Jobs.start(weir, settings, job(AN_HOUR));
            source.add("a", "a");
            results.await(2, Jobs.PATIENCE);
            Jobs.cancel(first);
        }
        awaitAMoment();
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle second = Jobs.goOn(weir, settings, job(A_MOMENT));
            source.add("a");
            results.await(3, Jobs.PATIENCE);
            awaitAMoment();
            source.add("a").end();
            Jobs.finish(second);
        }
        assertThat(results.list()).containsExactly("a1", "a2", "a1", "a1");
    }
}
