package dev.weir.operators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.engine.graph.JobArguments;
import dev.weir.engine.graph.JobGraph;
import dev.weir.engine.graph.JobProgram;
import dev.weir.engine.graph.JobProgramProvider;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StreamJobProviderTest {

    @Test
    void jobClassesAreFoundByServiceLoader() throws Exception {
        JobProgramProvider provider = ServiceLoader.load(JobProgramProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(candidate -> candidate.supports(Counting.class))
                .findFirst()
                .orElseThrow();

        JobGraph graph = provider.programOf(Counting.class).build(JobArguments.parse(List.of("--count", "7")), 3);

        assertThat(graph.name()).isEqualTo("Counting");
        assertThat(graph.nodes()).hasSize(2);
    }

    @Test
    void everyGraphIsDrawnByAnInstanceOfItsOwn() throws Exception {
        int before = Counting.INSTANCES.get();
        JobProgram program = new StreamJobProvider().programOf(Counting.class);

        program.build(JobArguments.none(), 3);
        program.build(JobArguments.none(), 3);

        assertThat(Counting.INSTANCES.get() - before).isEqualTo(2);
    }

    @Test
    void aSupplierIsAskedForEachGraph() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        JobProgram program = StreamJobs.program(() -> {
            asked.incrementAndGet();
            return new Counting();
        });

        program.build(JobArguments.none(), 3);
        program.build(JobArguments.none(), 3);

        assertThat(asked.get()).isEqualTo(2);
    }

    @Test
    void aLambdaIsCalledJob() throws Exception {
        JobGraph graph = StreamJobs.program(
                        (env, args) -> env.fromElements("e", 1).print("p"))
                .build(JobArguments.none(), 3);

        assertThat(graph.name()).isEqualTo("job");
    }

    @Test
    void classesThatCanBeNoJobAreRefused() {
        StreamJobProvider provider = new StreamJobProvider();

        assertThat(provider.supports(String.class)).isFalse();
        assertThatThrownBy(() -> provider.programOf(String.class)).hasMessageContaining("implements");
        assertThatThrownBy(() -> provider.programOf(Abstract.class)).hasMessageContaining("abstract");
        assertThatThrownBy(() -> provider.programOf(NeedsArgument.class))
                .hasMessageContainingAll("constructor without parameters", "NeedsArgument");
    }

    @Test
    void aFailureOfTheConstructorComesOutAsItIs() {
        JobProgram program = new StreamJobProvider().programOf(Failing.class);

        assertThatThrownBy(() -> program.build(JobArguments.none(), 3))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no luck");
    }

    static final class Counting implements StreamJob {
        static final AtomicInteger INSTANCES = new AtomicInteger();

        Counting() {
            INSTANCES.incrementAndGet();
        }

        @Override
        public void define(StreamEnvironment env, JobArguments args) {
            env.generate("numbers", args.getLong("count", 5), n -> n).print("out");
        }
    }

    abstract static class Abstract implements StreamJob {}

    static final class NeedsArgument implements StreamJob {
        private final String source;

        NeedsArgument(String source) {
            this.source = source;
        }

        @Override
        public void define(StreamEnvironment env, JobArguments args) {
            env.fromElements(source, 1).print("out");
        }
    }

    static final class Failing implements StreamJob {
        Failing() {
            throw new IllegalStateException("no luck");
        }

        @Override
        public void define(StreamEnvironment env, JobArguments args) {
            env.fromElements("e", 1).print("out");
        }
    }
}
