package dev.weir.samples.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.samples.peers.common.UsageException;
import dev.weir.samples.peers.common.Variant;
import dev.weir.samples.peers.common.Workload;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class OptionsTest {

    @Test
    void everythingCanBeChosen() {
        Options options = Options.parse(
                ("--workload W1a,W1b --systems weir,flink-reuse --variant bean,chain" + " --seconds 7 --runs 5")
                        .split(" ", -1));

        assertThat(options)
                .isEqualTo(new Options(
                        List.of(Workload.W1A, Workload.W1B),
                        List.of(BenchSystem.WEIR, BenchSystem.FLINK_REUSE),
                        List.of(Variant.BEAN, Variant.CHAIN),
                        OptionalInt.of(7),
                        5));
    }

    @Test
    void theDefaultsAreThreeRunsOfFifteenSecondsOfEverySystem() {
        Options options = Options.parse(new String[0]);
        assertThat(options)
                .isEqualTo(new Options(
                        List.of(Workload.W1A), List.of(BenchSystem.values()), List.of(), OptionalInt.empty(), 3));
        assertThat(options.variantsOf(Workload.W1A)).containsExactly(Variant.STATE);
        assertThat(options.secondsOf(Workload.W1A)).isEqualTo(15);
    }

    @Test
    void aWorkloadAboutBarriersIsMeasuredInAllTheirWaysAndASoakForHalfAnHour() {
        Options options = Options.parse(new String[] {"--systems", "weir", "--workload", "backpressure,soak"});
        assertThat(options.variantsOf(Workload.BACKPRESSURE))
                .containsExactly(Variant.ALIGNED, Variant.UNALIGNED, Variant.ALIGNED_TIMEOUT);
        assertThat(options.variantsOf(Workload.SOAK)).containsExactly(Variant.UNALIGNED);
        assertThat(options.secondsOf(Workload.SOAK)).isEqualTo(1800);
    }

    @Test
    void onlyFlinkHasBuffersThatShrinkByThemselves() {
        assertThat(Options.parse("--systems flink --workload backpressure --variant debloated".split(" ", -1))
                        .variants())
                .containsExactly(Variant.DEBLOATED);
        refuses(
                "weir has no variant debloated",
                "--systems",
                "weir,flink",
                "--workload",
                "backpressure",
                "--variant",
                "debloated");
    }

    @Test
    void aSystemNamedTwiceRunsOnce() {
        assertThat(Options.parse(new String[] {"--systems", "loop,loop"}).systems())
                .containsExactly(BenchSystem.LOOP);
    }

    @Test
    void unknownNamesAreRefusedWithTheKnownOnes() {
        refuses(
                "unknown --systems: storm; known: weir, flink, flink-reuse, flink-tuned, jet, jet-core, loop",
                "--systems",
                "storm");
        refuses(
                "unknown --workload: W9; known: W1a, W1b, W1c, W5, W5-tenth, W2, W3, W4, W6, W6-million, restore, rescale, delta, start, sync, sync-disk, memory, growth, backpressure, soak",
                "--workload",
                "W9");
        refuses(
                "unknown --variant: ; known: state, sum, string, fresh-string, bean, chain, aggregate, aligned, unaligned,"
                        + " aligned-timeout, debloated",
                "--variant",
                "");
        refuses("unknown option: --second; known: --runs, --seconds, --systems", "--second", "1");
    }

    @Test
    void numbersOutOfRangeAreRefusedWithTheRange() {
        refuses("--seconds must be a whole number in 1..86400: 0", "--seconds", "0");
        refuses("--runs must be a whole number in 1..1000: -1", "--runs", "-1");
        refuses("--runs must be a whole number in 1..1000: 99999999999", "--runs", "99999999999");
        refuses("--runs must be a whole number in 1..1000: two", "--runs", "two");
    }

    @Test
    void anOptionWithoutValueOrGivenTwiceIsRefused() {
        refuses("every option takes a value: --runs has none", "--runs");
        refuses("an option may be given once: --runs", "--runs", "1", "--runs", "2");
    }

    @Test
    void aVariantThatASystemLacksIsRefusedBeforeAnythingRuns() {
        refuses("loop has no variant string", "--systems", "weir,loop", "--variant", "string");
    }

    @Test
    void onlyWeirIsAskedHowLongItsSnapshotsStopIt() {
        assertThat(Options.parse(new String[] {"--systems", "weir", "--workload", "sync"})
                        .workloads())
                .containsExactly(Workload.SYNC);
        refuses("flink has no workload sync", "--systems", "weir,flink", "--workload", "sync");
    }

    @Test
    void theLimitsAreAskedForThroughputOnly() {
        refuses("loop has no workload W4", "--systems", "weir,loop", "--workload", "W2,W4");
        refuses("jet-core has no workload start", "--systems", "jet-core", "--workload", "start");
    }

    @Test
    void eachWorkloadHasTheVariantsThatChangeWhatItIsAbout() {
        refuses("W2 has no variant sum", "--systems", "weir", "--workload", "W2", "--variant", "aggregate,sum");
        refuses("W1a has no variant aggregate", "--systems", "weir", "--variant", "aggregate");
        refuses("W4 has no variant bean", "--systems", "weir", "--workload", "W4", "--variant", "bean");
    }

    @Test
    void theSyncWorkloadHasMoreKeysThanThereAreStrings() {
        refuses("sync has no variant string", "--systems", "weir", "--workload", "sync", "--variant", "state,string");
    }

    private static void refuses(String message, String... args) {
        assertThatThrownBy(() -> Options.parse(args))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(message);
    }
}
