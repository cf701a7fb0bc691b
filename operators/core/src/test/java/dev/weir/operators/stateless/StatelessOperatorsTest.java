package dev.weir.operators.stateless;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weir.engine.operator.Operator;
import dev.weir.operators.function.MapFunction;
import dev.weir.operators.function.RuntimeContext;
import dev.weir.operators.harness.FakeContext;
import dev.weir.operators.harness.RecordedOutput;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatelessOperatorsTest {

    private final RecordedOutput<Object> output = new RecordedOutput<>();

    @Test
    void mapEmitsOneResultWithTheTimestampOfItsInput() throws Exception {
        MapOperator<String, Object> map = opened(new MapOperator<>(String::length));

        map.process("abc", 7);
        map.process("", 8);

        assertThat(output.records()).containsExactly(3, 0);
        assertThat(output.timestamps()).containsExactly(7L, 8L);
    }

    @Test
    @SuppressWarnings("NullAway") // the mistake this is about
    void aNullResultOfMapIsRefusedWithTheOperatorsName() throws Exception {
        MapOperator<String, Object> map = opened(new MapOperator<>(record -> null));

        assertThatThrownBy(() -> map.process("abc", 7))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContainingAll("never null", "'parse'", "filter or flatMap");
        assertThat(output.records()).isEmpty();
    }

    @Test
    void flatMapEmitsAnyNumberInOrder() throws Exception {
        FlatMapOperator<String, Object> flatMap = opened(new FlatMapOperator<>((line, out) -> {
            for (int i = 0; i < line.length(); i++) {
                out.collect(line.charAt(i));
            }
        }));

        flatMap.process("ab", 1);
        flatMap.process("", 2);
        flatMap.process("c", 3);

        assertThat(output.records()).containsExactly('a', 'b', 'c');
        assertThat(output.timestamps()).containsExactly(1L, 1L, 3L);
    }

    @Test
    @SuppressWarnings("NullAway") // the mistake this is about
    void aCollectedNullIsRefusedWithTheOperatorsName() throws Exception {
        FlatMapOperator<String, Object> flatMap = opened(new FlatMapOperator<>((line, out) -> out.collect(null)));

        assertThatThrownBy(() -> flatMap.process("ab", 1)).hasMessageContainingAll("never null", "'parse'");
    }

    @Test
    void filterKeepsTheVeryRecordsItIsToldTo() throws Exception {
        FilterOperator<Object> filter = opened(new FilterOperator<>(record -> record != (Object) "b"));
        Object kept = new Object();

        filter.process(kept, 5);
        filter.process("b", 6);

        assertThat(output.records()).singleElement().isSameAs(kept);
        assertThat(output.timestamps()).containsExactly(5L);
    }

    @Test
    void aFunctionIsOpenedOnceAndClosedOnce() throws Exception {
        LoggingMap function = new LoggingMap("");
        MapOperator<String, Object> map = opened(new MapOperator<>(function));

        map.process("x", 1);
        map.close();
        map.close();

        assertThat(function.log).containsExactly("open 1 of 3", "map x", "close");
    }

    @Test
    void aFunctionWhoseOpenFailedIsClosedToo() {
        LoggingMap function = new LoggingMap("root");
        MapOperator<String, Object> map = new MapOperator<>(function);

        assertThatThrownBy(() -> map.open(FakeContext.of("parse"), output)).hasMessage("root");
        assertThat(catchClose(map)).isNull();

        assertThat(function.log).containsExactly("open 1 of 3", "close");
    }

    @Test
    void aFunctionThatWasNeverOpenedIsNotClosed() throws Exception {
        LoggingMap function = new LoggingMap("");

        new MapOperator<>(function).close();

        assertThat(function.log).isEmpty();
    }

    @Test
    void beforeOpenNothingIsEmitted() {
        MapOperator<String, Object> map = new MapOperator<>(String::length);

        assertThatThrownBy(() -> map.process("x", 1)).hasMessageContaining("not open");
    }

    private <O extends Operator<Object>> O opened(O operator) throws Exception {
        operator.open(FakeContext.of("parse"), output);
        return operator;
    }

    private static Throwable catchClose(Operator<?> operator) {
        return catchThrowable(operator::close);
    }

    private static final class LoggingMap implements MapFunction<String, Object> {
        private final List<String> log = new ArrayList<>();
        private final String openFailure;

        LoggingMap(String openFailure) {
            this.openFailure = openFailure;
        }

        @Override
        public void open(RuntimeContext context) {
            log.add("open " + context.subtaskIndex() + " of " + context.parallelism());
            if (!openFailure.isEmpty()) {
                throw new IllegalStateException(openFailure);
            }
        }

        @Override
        public Object map(String element) {
            log.add("map " + element);
            return element;
        }

        @Override
        public void close() {
            log.add("close");
        }
    }
}
