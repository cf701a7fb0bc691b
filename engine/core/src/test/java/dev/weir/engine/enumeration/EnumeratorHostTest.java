package dev.weir.engine.enumeration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.engine.operator.OperatorFailure;
import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.protocol.Fence;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.protocol.SubtaskOrder;
import dev.weir.engine.source.EnumeratorContext;
import dev.weir.engine.source.ReaderContext;
import dev.weir.engine.source.Source;
import dev.weir.engine.source.SourceReader;
import dev.weir.engine.source.Split;
import dev.weir.engine.source.SplitEnumerator;
import dev.weir.engine.source.StateCodec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EnumeratorHostTest {

    private static final Fence FENCE = new Fence(3, 2);

    private record Part(String splitId) implements Split {}

    private record Told(SubtaskId reader, SubtaskOrder order) {}

    private record Asked(long token, Duration delay) {}

    private final List<Told> told = new ArrayList<>();
    private final List<Asked> asked = new ArrayList<>();
    private final List<String> calls = new ArrayList<>();

    private EnumeratorHost<Part, String> host(byte @Nullable [] restored) {
        EnumeratorOutbox outbox = new EnumeratorOutbox() {
            @Override
            public void order(SubtaskId reader, SubtaskOrder order) {
                told.add(new Told(reader, order));
            }

            @Override
            public void runAsync(String source, long token, Duration delay, Callable<?> work) {
                asked.add(new Asked(token, delay));
            }
        };
        return new EnumeratorHost<>(new EnumeratorHost.SourceAt("parts", 4, 3, FENCE), new Parts(), restored, outbox);
    }

    @Test
    void aSplitGivenOutAfterASnapshotFollowsTheTrigger() {
        EnumeratorHost<Part, String> host = host(null);
        host.start();
        host.onSplitRequest(1);
        assertThat(host.snapshot(7)).containsExactly('1');
        host.trigger(7, 99, SnapshotKind.CHECKPOINT, 5);
        host.onSplitRequest(1);

        assertThat(told.stream().filter(order -> order.reader().equals(new SubtaskId(4, 1))))
                .extracting(Told::order)
                .containsExactly(
                        new SubtaskOrder.AssignSplits(FENCE, List.of(new Part("0"))),
                        new SubtaskOrder.Trigger(FENCE, 7, 99, SnapshotKind.CHECKPOINT, 5),
                        new SubtaskOrder.AssignSplits(FENCE, List.of(new Part("1"))));
        assertThat(told).hasSize(5);
    }

    @Test
    void aRestoredEnumeratorGoesOnFromItsState() {
        EnumeratorHost<Part, String> host = host(new byte[] {'5'});
        host.start();
        host.onSplitRequest(0);
        assertThat(told)
                .containsExactly(
                        new Told(new SubtaskId(4, 0), new SubtaskOrder.AssignSplits(FENCE, List.of(new Part("5")))));
        assertThat(calls).containsExactly("start", "reader 0", "reader 1", "reader 2");
    }

    @Test
    void periodicWorkIsAskedForAgainOnlyAfterItsHandler() {
        EnumeratorHost<Part, String> host = host(null);
        host.start();
        assertThat(asked).extracting(Asked::delay).containsExactly(Duration.ZERO);
        host.onAsyncDone(asked.get(0).token(), "found", null);
        host.onAsyncDone(asked.get(0).token(), "found", null);
        assertThat(asked).extracting(Asked::delay).containsExactly(Duration.ZERO, Duration.ofSeconds(9));
        assertThat(calls).endsWith("found").doesNotHaveDuplicates();
    }

    @Test
    void whatAnEnumeratorThrowsNamesItsSource() {
        EnumeratorHost<Part, String> host = host(null);
        host.start();
        assertThatThrownBy(() -> host.onSplitRequest(2))
                .isInstanceOf(OperatorFailure.class)
                .hasMessageContaining("operator 'parts'")
                .hasRootCauseMessage("splits go to a reader of the source: reader=3, readers=0..2, source=parts");
    }

    @Test
    void itIsClosedOnceAndTakesNothingAfterwards() {
        EnumeratorHost<Part, String> host = host(null);
        host.start();
        host.close();
        host.close();
        host.onAsyncDone(asked.get(0).token(), "found", null);
        host.onSplitRequest(0);
        assertThat(calls).endsWith("close").doesNotHaveDuplicates();
        assertThat(told).isEmpty();
    }

    private final class Parts implements Source<Object, Part, String> {

        @Override
        public Boundedness boundedness() {
            return Boundedness.UNBOUNDED;
        }

        @Override
        public SplitEnumerator<Part, String> createEnumerator(
                EnumeratorContext<Part> context, @Nullable String restored) {
            return new PartEnumerator(context, restored == null ? 0 : Integer.parseInt(restored));
        }

        @Override
        public SourceReader<Object, Part> createReader(ReaderContext context) {
            throw new IllegalStateException("readers run elsewhere");
        }

        @Override
        public StateCodec<Part> splitCodec() {
            throw new IllegalStateException("splits travel as they are");
        }

        @Override
        public StateCodec<String> enumeratorCodec() {
            return new StateCodec<>() {
                @Override
                public byte[] encode(String value) {
                    return new byte[] {(byte) value.charAt(0)};
                }

                @Override
                public String decode(byte[] bytes) {
                    return String.valueOf((char) bytes[0]);
                }
            };
        }
    }

    private final class PartEnumerator implements SplitEnumerator<Part, String> {

        private final EnumeratorContext<Part> context;
        private int next;

        PartEnumerator(EnumeratorContext<Part> context, int next) {
            this.context = context;
            this.next = next;
        }

        @Override
        public void start() {
            calls.add("start");
            context.callPeriodically(
                    Duration.ofSeconds(9), () -> "found", (found, failure) -> calls.add(String.valueOf(found)));
        }

        @Override
        public void onReader(int subtaskIndex) {
            calls.add("reader " + subtaskIndex);
        }

        @Override
        public void onSplitRequest(int subtaskIndex) {
            // Reader 2 is dealt with wrongly on purpose.
            int reader = subtaskIndex == 2 ? 3 : subtaskIndex;
            context.assign(reader, List.of(new Part(String.valueOf(next++))));
        }

        @Override
        public void onSplitsReturned(List<Part> splits, int subtaskIndex) {
            throw new IllegalStateException("nothing comes back here");
        }

        @Override
        public String snapshot(long checkpointId) {
            return String.valueOf(next);
        }

        @Override
        public void close() {
            calls.add("close");
        }
    }
}
