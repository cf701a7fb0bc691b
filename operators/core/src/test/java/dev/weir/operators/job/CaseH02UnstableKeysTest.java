package dev.weir.operators.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.plan.JobRefusedException;
import dev.weir.engine.settings.JobSettings;
import dev.weir.operators.StreamJob;
import dev.weir.operators.function.KeySelector;
import dev.weir.operators.sink.CollectedResults;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys without a stable hash are refused with their class named; those that are hashed by content are counted right. */
class CaseH02UnstableKeysTest {

    private static final LocalWeir WEIR = LocalWeir.start();

    private enum Letter {
        A,
        B
    }

    private record Tagged(Letter letter, String tag) {}

    private static final class Plain {}

    @AfterAll
    static void close() {
        WEIR.close();
    }

    static Stream<Arguments> stableOnes() {
        KeySelector<String, Object> byEnum = Letter::valueOf;
        KeySelector<String, Object> byRecord = text -> new Tagged(Letter.valueOf(text), text);
        KeySelector<String, Object> byList = text -> List.of(Letter.valueOf(text), Letter.A);
        return Stream.of(Arguments.of("enum", byEnum), Arguments.of("record", byRecord), Arguments.of("list", byList));
    }

    static Stream<Arguments> unstableOnes() {
        KeySelector<String, Object> byBytes = text -> new byte[] {(byte) text.charAt(0)};
        KeySelector<String, Object> byPlain = text -> new Plain();
        return Stream.of(
                Arguments.of("bytes", byBytes, "byte[]"), Arguments.of("plain", byPlain, Plain.class.getName()));
    }

    private static StreamJob counting(
            HandSource<String> source, KeySelector<String, Object> selector, CollectedResults<String> results) {
        return (env, args) -> env.source("letters", source)
                .keyBy(selector)
                .count("count", (text, count) -> text + "=" + count)
                .collect("results", results);
    }

    @ParameterizedTest
    @MethodSource("stableOnes")
    void keysHashedByContentKeepTheirCountsAtAnotherParallelism(String name, KeySelector<String, Object> selector)
            throws Exception {
        HandSource<String> source = new HandSource<String>().add("A", "A", "A", "B", "B");
        CollectedResults<String> results = new CollectedResults<>();
        StreamJob job = counting(source, selector, results);
        JobSettings settings = Jobs.settings("h02-" + name);
        JobHandle first = Jobs.start(WEIR, settings, job);
        results.await(5, Jobs.PATIENCE);
        Jobs.cancel(first);
        source.add("A", "B").end();
        Jobs.finish(Jobs.goOn(WEIR, settings.withParallelism(5), job));
        assertThat(results.list()).containsExactlyInAnyOrder("A=1", "A=2", "A=3", "A=4", "B=1", "B=2", "B=3");
    }

    @ParameterizedTest
    @MethodSource("unstableOnes")
    void otherKeysFailTheJobAtTheFirstRecordWithTheirClassNamed(
            String name, KeySelector<String, Object> selector, String className) throws Exception {
        CollectedResults<String> results = new CollectedResults<>();
        HandSource<String> source = new HandSource<String>().add("A", "A", "A").end();
        JobHandle job = Jobs.start(WEIR, Jobs.settings("h02-" + name), counting(source, selector, results));
        assertThat(Jobs.failureOf(job)).contains(className);
        assertThat(results.list()).isEmpty();
    }

    @Test
    void aKnownClassIsRefusedBeforeTheJobStarts() {
        HandSource<String> source = new HandSource<String>().end();
        StreamJob job = (env, args) -> env.source("letters", source)
                .keyBy(text -> new Plain(), Plain.class)
                .count("count")
                .collect("results", new CollectedResults<>());
        assertThatThrownBy(() -> Jobs.start(WEIR, Jobs.settings("h02-known"), job))
                .isInstanceOf(JobRefusedException.class)
                .hasMessageContaining(Plain.class.getName());
    }

    @Test
    void aKeySelectorThatGivesAnotherKeyTheSecondTimeFailsTheJob() throws Exception {
        HandSource<String> source = new HandSource<String>().add("A", "B", "A").end();
        CollectedResults<String> results = new CollectedResults<>();
        KeySelector<String, Object> random = text -> ThreadLocalRandom.current().nextLong();
        JobHandle job = Jobs.start(WEIR, Jobs.settings("h02-random"), counting(source, random, results));
        assertThat(Jobs.failureOf(job)).contains("deterministic");
    }
}
