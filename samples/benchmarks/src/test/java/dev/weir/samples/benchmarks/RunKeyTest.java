package dev.weir.samples.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RunKeyTest {

    @Test
    void theSystemsTakeTurnsRunByRun() {
        Options options = Options.parse("--workload W1a,W1b --systems weir,loop --runs 2".split(" ", -1));

        assertThat(RunKey.interleaved(options))
                .extracting(key -> key.workload() + " " + key.system() + " " + key.run())
                .containsExactly(
                        "W1a weir 1",
                        "W1a loop 1",
                        "W1b weir 1",
                        "W1b loop 1",
                        "W1a weir 2",
                        "W1a loop 2",
                        "W1b weir 2",
                        "W1b loop 2");
    }
}
