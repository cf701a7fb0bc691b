package dev.weir.operators.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.operator.OutputTag;
import dev.weir.engine.operator.Timestamps;
import dev.weir.operators.function.Collector;
import dev.weir.operators.function.RuntimeContext;
import dev.weir.operators.harness.OperatorHarness;
import dev.weir.operators.harness.OperatorHarness.Emitted;
import dev.weir.operators.harness.OperatorHarness.Place;
import dev.weir.operators.harness.OperatorHarness.Snapshot;
import dev.weir.snapshot.state.LongState;
import dev.weir.snapshot.state.LongStateDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KeyedProcessOperatorTest {

    private static final OutputTag<String> TIMERS_SET = OutputTag.of("timers set", String.class);

    /** "key+time" sets an event-time timer, "key~time" a processing-time one, "key-time" deletes, "key" counts. */
    private static final class Alarms extends KeyedProcessFunction<String, String, String> {

        private LongState count = new Closed();
        private final List<String> calls = new ArrayList<>();

        @Override
        public void open(RuntimeContext context) {
            calls.add("open");
            count = context.getState(LongStateDescriptor.of("count"));
        }

        @Override
        public void processElement(String order, Context context, Collector<String> out) {
            count.add(1);
            String key = context.currentKey();
            if (order.length() == key.length()) {
                out.collect(key + " has " + count.value());
                return;
            }
            long time = Long.parseLong(order.substring(key.length() + 1));
            switch (order.charAt(key.length())) {
                case '+' -> {
                    context.timerService().registerEventTimeTimer(time);
                    context.output(TIMERS_SET, key + " at " + context.timestamp());
                }
                case '~' -> context.timerService().registerProcessingTimeTimer(time);
                case '-' -> context.timerService().deleteEventTimeTimer(time);
                default -> context.timerService().deleteProcessingTimeTimer(time);
            }
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext context, Collector<String> out) {
            out.collect(context.currentKey() + " " + context.timeDomain() + " " + timestamp + " of " + count.value());
            boolean reached = context.timerService().currentWatermark() >= timestamp;
            assertThat(reached || context.timeDomain() == TimeDomain.PROCESSING_TIME)
                    .isTrue();
        }

        @Override
        public void close() {
            calls.add("close");
        }
    }

    /** Stands where state will be once the function is open. */
    private static final class Closed implements LongState {
        @Override
        public long value() {
            throw new IllegalStateException("not open");
        }

        @Override
        public void update(long value) {
            throw new IllegalStateException("not open");
        }

        @Override
        public long add(long delta) {
            throw new IllegalStateException("not open");
        }

        @Override
        public boolean isSet() {
            throw new IllegalStateException("not open");
        }

        @Override
        public void clear() {
            throw new IllegalStateException("not open");
        }
    }

    private static String keyOf(String order) {
        return order.split("[+~\\-!]", 2)[0];
    }

    private static OperatorHarness<String, String> open() throws Exception {
        return OperatorHarness.open(new KeyedProcessOperator<>(new Alarms()), KeyedProcessOperatorTest::keyOf);
    }

    @Test
    void stateAndResultsBelongToTheKeyOfTheRecord() throws Exception {
        OperatorHarness<String, String> harness = open();
        harness.process("a", 5);
        harness.process("b", 6);
        harness.process("a", 7);

        assertThat(harness.takeStamped())
                .containsExactly(new Emitted<>("a has 1", 5), new Emitted<>("b has 1", 6), new Emitted<>("a has 2", 7));
    }

    @Test
    void aTimerFiresWithItsOwnTimestampWhenTheWatermarkReachesIt() throws Exception {
        OperatorHarness<String, String> harness = open();
        harness.process("a+10", 5);

        harness.watermark(9);
        assertThat(harness.take()).isEmpty();
        harness.watermark(25);
        assertThat(harness.takeStamped()).containsExactly(new Emitted<>("a EVENT_TIME 10 of 1", 10));
        harness.watermark(30);
        assertThat(harness.take()).isEmpty();
    }

    @Test
    void timersAreUniquePerKeyAndTimestamp() throws Exception {
        OperatorHarness<String, String> harness = open();
        for (String order : List.of("a+10", "a+10", "b+10", "a+11", "a~10")) {
            harness.process(order, 5);
        }

        harness.watermark(20);
        assertThat(harness.take())
                .containsExactlyInAnyOrder("a EVENT_TIME 10 of 4", "b EVENT_TIME 10 of 1", "a EVENT_TIME 11 of 4");
        harness.processingTime(20);
        assertThat(harness.takeStamped()).containsExactly(new Emitted<>("a PROCESSING_TIME 10 of 4", Timestamps.NONE));
    }

    @Test
    void aTimerSetAtOrBeforeTheCurrentTimeFiresAtTheNextAdvance() throws Exception {
        OperatorHarness<String, String> harness = open();
        harness.watermark(20);
        harness.process("a+20", 25);
        harness.process("a+-3", 25);
        assertThat(harness.take()).isEmpty();

        harness.watermark(21);
        assertThat(harness.take()).containsExactly("a EVENT_TIME -3 of 2", "a EVENT_TIME 20 of 2");
    }

    @Test
    void aDeletedTimerDoesNotFire() throws Exception {
        OperatorHarness<String, String> harness = open();
        for (String order : List.of("a+10", "b+10", "a-10", "a-99", "a~7", "a!7")) {
            harness.process(order, 5);
        }

        harness.watermark(Timestamps.MAX);
        harness.processingTime(1_000);
        assertThat(harness.take()).containsExactly("b EVENT_TIME 10 of 1");
    }

    @Test
    void timersAndStateSurviveARestoreAndMoveWithTheirKeys() throws Exception {
        List<String> keys = IntStream.range(0, 40).mapToObj(i -> "key" + i).toList();
        List<OperatorHarness<String, String>> two = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            two.add(OperatorHarness.open(
                    new KeyedProcessOperator<>(new Alarms()), KeyedProcessOperatorTest::keyOf, new Place(i, 2, 7)));
        }
        for (String key : keys) {
            int owner = new Place(0, 2, 7).owns(key) ? 0 : 1;
            two.get(owner).process(key + "+10", 5);
        }

        List<Snapshot> snapshots = List.of(two.get(0).snapshot(), two.get(1).snapshot());
        List<String> fired = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            OperatorHarness<String, String> restored = OperatorHarness.restore(
                    new KeyedProcessOperator<>(new Alarms()),
                    KeyedProcessOperatorTest::keyOf,
                    new Place(i, 3, 7),
                    snapshots);
            restored.watermark(10);
            fired.addAll(restored.take());
        }
        assertThat(fired)
                .containsExactlyInAnyOrderElementsOf(
                        keys.stream().map(key -> key + " EVENT_TIME 10 of 1").toList());
    }

    @Test
    void sideOutputsGetWhatIsMeantForThem() throws Exception {
        OperatorHarness<String, String> harness = open();
        harness.process("a+10", 5);
        harness.process("b+10", 6);

        assertThat(harness.side(TIMERS_SET)).containsExactly("a at 5", "b at 6");
    }

    @Test
    void theFunctionIsOpenedAndClosedOnce() throws Exception {
        Alarms alarms = new Alarms();
        OperatorHarness<String, String> harness =
                OperatorHarness.open(new KeyedProcessOperator<>(alarms), KeyedProcessOperatorTest::keyOf);
        harness.close();

        assertThat(alarms.calls).containsExactly("open", "close");
    }
}
