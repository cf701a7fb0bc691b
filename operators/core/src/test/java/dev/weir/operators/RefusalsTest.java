package dev.weir.operators;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.engine.graph.JobArguments;
import dev.weir.operators.function.MapFunction;
import dev.weir.operators.sink.IdempotentSink;
import dev.weir.operators.sink.TwoPhaseCommitSink;
import dev.weir.operators.sink.WriteAheadSink;
import dev.weir.operators.source.GeneratorSource;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What the DSL refuses at once, each with rule, values and remedy. */
class RefusalsTest {

    private final StreamEnvironment env = new StreamEnvironment("job", 3);
    private final SingleOutputStream<Long> numbers = env.generate("numbers", 10, n -> n);

    @Test
    void twoOperatorsWithOneName() {
        assertThatThrownBy(() -> numbers.map("numbers", n -> n))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(
                        "a name belongs to one operator", "'numbers'", "node 0", "node 1", "differently");
        assertThatThrownBy(() -> numbers.print("numbers")).hasMessageContaining("a name belongs to one operator");
        assertThatThrownBy(() -> numbers.map(n -> n).uid("numbers")).hasMessageContaining("belongs to one operator");
    }

    @Test
    void aBlankName() {
        assertThatThrownBy(() -> numbers.print(" ")).hasMessageContainingAll("not blank", "' '");
        assertThatThrownBy(() -> numbers.map(n -> n).uid("")).hasMessageContaining("not blank");
        assertThatThrownBy(() -> numbers.name("")).hasMessageContaining("not blank");
        assertThatThrownBy(() -> env.jobName("  ")).hasMessageContaining("not blank");
    }

    @Test
    @SuppressWarnings("NullAway") // the mistake this is about
    void nulls() {
        MapFunction<Long, Long> none = null;
        assertThatThrownBy(() -> numbers.map(none)).hasMessageContaining("function is");
        assertThatThrownBy(() -> numbers.map(null, n -> n)).hasMessageContaining("name is");
        assertThatThrownBy(() -> numbers.flatMap(null)).hasMessageContaining("function is");
        assertThatThrownBy(() -> numbers.filter(null)).hasMessageContaining("function is");
        assertThatThrownBy(() -> numbers.keyBy(null)).hasMessageContaining("selector is");
        assertThatThrownBy(() -> numbers.keyByLong(null)).hasMessageContaining("selector is");
        assertThatThrownBy(() -> numbers.sinkTo("s", (TwoPhaseCommitSink<Long, ?>) null))
                .hasMessageContaining("sink is");
        assertThatThrownBy(() -> numbers.sinkTo("s", (WriteAheadSink<Long>) null))
                .hasMessageContaining("sink is");
        assertThatThrownBy(() -> numbers.sinkTo("s", (IdempotentSink<Long>) null))
                .hasMessageContaining("sink is");
        assertThatThrownBy(() -> numbers.collect("s", null)).hasMessageContaining("results is");
        assertThatThrownBy(() -> numbers.sideOutput(null)).hasMessageContaining("tag is");
        assertThatThrownBy(() -> env.source("s", null)).hasMessageContaining("source is");
        assertThatThrownBy(() -> env.generate("g", 5, null)).hasMessageContaining("function is null");
        assertThatThrownBy(() -> env.generate(null, 5, n -> n)).hasMessageContaining("name is");
    }

    @Test
    void aParallelismOutOfItsRange() {
        assertThatThrownBy(() -> numbers.parallelism(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("parallelism of 'numbers' must be in 1..32768: got -1");
        assertThatThrownBy(() -> numbers.parallelism(0)).hasMessageContaining("got 0");
        assertThatThrownBy(() -> numbers.maxParallelism(32769)).hasMessageContaining("got 32769");
        assertThatThrownBy(() -> env.parallelism(0)).hasMessageContaining("got 0");
    }

    @Test
    void aParallelismAboveTheMaximum() {
        assertThatThrownBy(() -> numbers.maxParallelism(7).parallelism(8))
                .hasMessageContainingAll("must not exceed", "parallelism=8", "maxParallelism=7", "raise");
        assertThatThrownBy(() -> numbers.map(n -> n).parallelism(8).maxParallelism(7))
                .hasMessageContainingAll("must not exceed", "parallelism=8", "maxParallelism=7");
    }

    @Test
    void forwardBetweenUnequalParallelisms() {
        numbers.parallelism(2).forward().map(n -> n).print("out");

        assertThatThrownBy(env::build)
                .hasMessageContainingAll("forward joins equal parallelisms", "'numbers' has 2", "has 3", "rescale()");
    }

    @Test
    void aUnionAcrossJobs() {
        StreamEnvironment other = new StreamEnvironment("other", 3);
        DataStream<Long> foreign = other.generate("numbers", 10, n -> n);

        assertThatThrownBy(() -> numbers.union(foreign)).hasMessageContaining("streams of one job");
    }

    @Test
    void anEmptyJob() {
        assertThatThrownBy(() -> StreamJobs.program((empty, args) -> {}).build(JobArguments.none(), 3))
                .hasMessageContaining("defines no operator");
    }

    @Test
    void generatorsThatMakeNoSense() {
        assertThatThrownBy(() -> env.generate("g", -1, n -> n)).hasMessageContaining("got -1");
        GeneratorSource<Long> source = GeneratorSource.unbounded(n -> n);
        assertThatThrownBy(() -> source.ratePerSecond(0)).hasMessageContaining("got 0.0");
        assertThatThrownBy(() -> source.ratePerSecond(Double.NaN)).hasMessageContaining("got NaN");
        assertThatThrownBy(() -> source.splits(0)).hasMessageContaining("got 0");
    }

    @Test
    void aNullElementOfACollection() {
        assertThatThrownBy(() -> env.fromCollection("c", Arrays.asList("a", null)))
                .hasMessageContainingAll("never null", "element 1");
    }
}
