package dev.weir.operators.window;

import dev.weir.engine.operator.OutputTag;
import dev.weir.operators.harness.OperatorHarness;
import java.time.Duration;

/** Windows that sum votes and say "[start, end)=sum". */
final class Tumbling {

    static final OutputTag<Vote> LATE = OutputTag.of("late", Vote.class);

    private Tumbling() {}

    static WindowOperator<Vote, Long, String> sums(TumblingEventTimeWindows windows, Lateness<Vote> lateness) {
        return new WindowOperators<>(windows, lateness)
                .sum(Vote::value, (String key, TimeWindow window, Long sum) -> window + "=" + sum);
    }

    static WindowOperator<Vote, Long, String> sums(long sizeMillis, Lateness<Vote> lateness) {
        return sums(TumblingEventTimeWindows.of(Duration.ofMillis(sizeMillis)), lateness);
    }

    static OperatorHarness<Vote, String> open(long sizeMillis, Lateness<Vote> lateness) throws Exception {
        return OperatorHarness.open(sums(sizeMillis, lateness), Vote::key);
    }

    static void feed(OperatorHarness<Vote, ?> harness, Vote vote) throws Exception {
        harness.process(vote, vote.time());
    }
}
