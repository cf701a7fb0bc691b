package dev.weir.operators.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.operators.harness.FakeContext;
import dev.weir.operators.harness.FakeSnapshot;
import dev.weir.operators.harness.RecordedOutput;
import dev.weir.snapshot.codec.Schema;
import dev.weir.snapshot.restore.RestoreRefusedException;
import dev.weir.snapshot.state.TypeHint;
import dev.weir.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a write-ahead sink holds between two attempts. */
class HeldRoundsTest {

    enum Colour {
        RED,
        GREEN
    }

    record Part(int count, Colour colour) {}

    record Order(String id, List<Part> parts) {}

    private final List<Object> written = new ArrayList<>();
    private final FakeContext context = FakeContext.of("sink");

    @Test
    void recordsComeBackEqualWithTheirSchema() throws Exception {
        List<Order> orders = List.of(
                new Order("a", List.of(new Part(1, Colour.RED), new Part(2, Colour.GREEN))), new Order("b", List.of()));
        List<byte[]> state = held(WriteAheadSink.of(Order.class, (token, records) -> {}), orders);

        restore(WriteAheadSink.of(Order.class, (token, records) -> written.addAll(records)), state);

        assertThat(written).isEqualTo(orders);
    }

    @Test
    void aNumberThatHasBecomeALongIsWidened() throws Exception {
        List<byte[]> state = held(WriteAheadSink.of(Integer.class, (token, records) -> {}), List.of(7, 8));

        restore(WriteAheadSink.of(Long.class, (token, records) -> written.addAll(records)), state);

        assertThat(written).containsExactly(7L, 8L);
    }

    @Test
    void whatCanNotBeReadAsTheTypeIsNowIsRefusedBeforeTheStart() throws Exception {
        List<byte[]> state =
                held(WriteAheadSink.of(Order.class, (token, records) -> {}), List.of(new Order("a", List.of())));
        byte[] renamed = new String(state.get(0), StandardCharsets.ISO_8859_1)
                .replace("HeldRoundsTest$Order", "HeldRoundsTest$Xrder")
                .getBytes(StandardCharsets.ISO_8859_1);

        assertThatThrownBy(() -> restore(
                        WriteAheadSink.of(Order.class, (token, records) -> written.addAll(records)), List.of(renamed)))
                .isInstanceOf(RestoreRefusedException.class)
                .hasMessageContainingAll("sink 'sink'", "batches of checkpoint 1", "Xrder");
    }

    @Test
    void aTypeWithArgumentsIsGivenAsAHint() throws Exception {
        TypeHint<List<String>> type = new TypeHint<>() {};
        List<byte[]> state = held(WriteAheadSink.of(type, (token, records) -> {}), List.of(List.of("a", "b")));

        restore(WriteAheadSink.of(type, (token, records) -> written.addAll(records)), state);

        assertThat(written).containsExactly(List.of("a", "b"));
    }

    @Test
    void anotherVersionIsRefused() throws Exception {
        List<byte[]> state = held(WriteAheadSink.of(String.class, (token, records) -> {}), List.of("a"));
        state.get(0)[Integer.BYTES] = 9;

        assertThatThrownBy(() -> HeldRoundsCodec.decode(state.get(0)))
                .hasMessageContainingAll("version 1", "version 9");
    }

    @Seeds(100)
    void anyRoundsAreReadAsTheyWereWritten(long seed) throws Exception {
        Random random = new Random(seed);
        List<HeldRound> rounds = new ArrayList<>();
        for (int i = 0; i < random.nextInt(4); i++) {
            List<HeldBatch> batches = new ArrayList<>();
            for (int b = 0; b < random.nextInt(4); b++) {
                byte[] bytes = new byte[random.nextInt(100)];
                random.nextBytes(bytes);
                batches.add(new HeldBatch.InMemory(random.nextInt(9), bytes, 0, bytes.length));
            }
            TransactionId id =
                    new TransactionId("l" + i, "sink", random.nextInt(9), random.nextLong(), random.nextLong());
            rounds.add(new HeldRound(id, random.nextLong(), Schema.EMPTY, batches, null, HeldRound.Past.NONE));
        }

        byte[] element = HeldRoundsCodec.encode(rounds);
        List<HeldRound> read = HeldRoundsCodec.decode(element);

        assertThat(read.stream().map(HeldRound::id))
                .isEqualTo(rounds.stream().map(HeldRound::id).toList());
        assertThat(HeldRoundsCodec.encode(read)).isEqualTo(element);
    }

    private <T> List<byte[]> held(WriteAheadSink<T> settings, List<T> records) throws Exception {
        WriteAheadOperator<T> sink = new WriteAheadOperator<>(settings);
        sink.open(context, new RecordedOutput<>());
        for (T element : records) {
            sink.process(element, 0);
        }
        FakeSnapshot snapshot = new FakeSnapshot(1);
        sink.snapshot(snapshot);
        context.runAll();
        return snapshot.elements(WriteAheadOperator.STATE);
    }

    private static <T> void restore(WriteAheadSink<T> settings, List<byte[]> state) throws Exception {
        FakeContext restored = new FakeContext("sink", 1, 3, 2, Map.of(WriteAheadOperator.STATE, state));
        new WriteAheadOperator<>(settings).open(restored, new RecordedOutput<>());
        restored.runAll();
    }
}
