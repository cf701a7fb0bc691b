package dev.weir.operators.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.operators.sink.CollectedResults;
import java.util.HashSet;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The engine leaves its host as it found it. */
class NoThreadIsLeftTest {

    @Test
    void allThreadsOfTheEngineEndWithIt() throws Exception {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        CollectedResults<Long> results = new CollectedResults<>();
        Set<Thread> during;
        JobHandle running;
        try (LocalWeir weir = LocalWeir.start()) {
            Jobs.finish(Jobs.start(
                    weir,
                    Jobs.settings("ended"),
                    (env, args) -> env.generate("n", 100, index -> index)
                            .map(index -> index)
                            .blocking()
                            .keyByLong(index -> index)
                            .filter("all", index -> true)
                            .collect("results", results)));
            HandSource<Long> open = new HandSource<Long>().add(1L);
            running = Jobs.start(
                    weir,
                    Jobs.settings("open"),
                    (env, args) -> env.source("n", open).collect("results", results));
            results.await(101, Jobs.PATIENCE);
            during = since(before);
        }
        assertThat(during).isNotEmpty();
        assertThat(running.status().status().isTerminal()).isTrue();
        Awaitility.await()
                .atMost(Jobs.PATIENCE)
                .untilAsserted(() -> assertThat(during).noneMatch(Thread::isAlive));
    }

    private static Set<Thread> since(Set<Thread> before) {
        Set<Thread> since = new HashSet<>(Thread.getAllStackTraces().keySet());
        since.removeAll(before);
        since.removeIf(thread -> !thread.getName().startsWith("weir"));
        return since;
    }
}
