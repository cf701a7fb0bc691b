package dev.weir.operators.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.operator.AsyncHandler;
import dev.weir.engine.source.EnumeratorContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

class FixedSplitEnumeratorTest {

    private final Log log = new Log();
    private final List<GeneratorSplit> splits =
            List.of(new GeneratorSplit(0, 4, 0), new GeneratorSplit(1, 4, 1), new GeneratorSplit(3, 4, 3));
    private final FixedSplitEnumerator<GeneratorSplit> enumerator =
            new FixedSplitEnumerator<>(log, splits, GeneratorSplit::number);

    @Test
    void aReaderIsGivenItsSplitsWhenItIsThere() {
        enumerator.onReader(0);
        enumerator.onReader(2);

        assertThat(log.lines).containsExactly("0 gets 0/4", "0 gets 3/4", "no more for 0", "no more for 2");
        assertThat(enumerator.snapshot(1)).containsExactly(new GeneratorSplit(1, 4, 1));
    }

    @Test
    void splitsThatComeBackGoToTheirOwnerOnceItIsThere() {
        enumerator.onReader(1);
        log.lines.clear();

        enumerator.onSplitsReturned(List.of(new GeneratorSplit(1, 4, 5), new GeneratorSplit(2, 4, 2)), 0);
        assertThat(log.lines).containsExactly("1 gets 1/4", "no more for 1");
        log.lines.clear();

        enumerator.onReader(2);
        assertThat(log.lines).containsExactly("2 gets 2/4", "no more for 2");
    }

    private static final class Log implements EnumeratorContext<GeneratorSplit> {
        private final List<String> lines = new ArrayList<>();

        @Override
        public int parallelism() {
            return 3;
        }

        @Override
        public void assign(int subtaskIndex, List<GeneratorSplit> assigned) {
            assigned.forEach(split -> lines.add(subtaskIndex + " gets " + split.splitId()));
        }

        @Override
        public void noMoreSplits(int subtaskIndex) {
            lines.add("no more for " + subtaskIndex);
        }

        @Override
        public <R> void callAsync(Callable<R> work, AsyncHandler<R> handler) {
            throw new AssertionError("this test never asks for it");
        }

        @Override
        public <R> void callPeriodically(Duration period, Callable<R> work, AsyncHandler<R> handler) {
            throw new AssertionError("this test never asks for it");
        }
    }
}
