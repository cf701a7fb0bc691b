package dev.weir.engine.subtask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.engine.channel.OutboundChannel;
import dev.weir.engine.channel.OutboundChannel.BatchKind;
import dev.weir.engine.channel.OutputGate;
import dev.weir.engine.element.Element;
import dev.weir.engine.element.RecordBatch;
import dev.weir.engine.graph.Partitioning.ObjectKey;
import dev.weir.engine.operator.OperatorFailure;
import dev.weir.engine.plan.PlanEdge;
import dev.weir.engine.settings.TaskSettings.RecordCopies;
import dev.weir.snapshot.backend.PackedText;
import dev.weir.snapshot.format.EdgeId;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.keygroup.StableHash;
import dev.weir.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ObjectKeyEdgeTest {

    private static final int PARALLELISM = 3;
    private static final int MAX_PARALLELISM = 7;
    private static final PlanEdge EDGE =
            new PlanEdge(0, 0, 0, 0, null, 1, 0, PlanEdge.Pattern.ALL_TO_ALL, PlanEdge.Overtaking.ALLOWED);

    private record Keyed(Object key, long number) {}

    private final List<List<Element>> sent = IntStream.range(0, PARALLELISM)
            .mapToObj(i -> (List<Element>) new ArrayList<Element>())
            .toList();

    private ObjectKeyEdge edge(ObjectKey selector, int batchSize) {
        OutputGate gate = new OutputGate();
        List<OutboundChannel> channels = sent.stream()
                .map(target -> new OutboundChannel(target::add, gate, BatchKind.KEYED, batchSize, 1_000_000))
                .toList();
        EdgeOutput.Wires wires = new EdgeOutput.Wires(
                EDGE,
                new EdgeId("sender", "", "receiver", 0),
                0,
                channels,
                List.of(0, 1, 2),
                new Handover(RecordCopies.NONE));
        return new ObjectKeyEdge(wires, selector, MAX_PARALLELISM);
    }

    private static Object keyOf(Random random) {
        int number = random.nextInt(50);
        return switch (random.nextInt(12)) {
            case 0 -> (long) number;
            case 1 -> List.of("list", (long) number);
            case 2 -> "a name that is too long to be packed-" + number;
            case 3 -> "\u65e5-" + number;
            default -> "name-" + number;
        };
    }

    @Seeds(50)
    void recordsKeepTheirOrderAndAreBeforeEveryControlElementThatFollows(long seed) {
        Random random = new Random(seed);
        ObjectKeyEdge edge = edge(record -> ((Keyed) record).key(), 1 + random.nextInt(100));
        long number = 0;
        long watermark = 0;
        for (int step = 0; step < 2_000; step++) {
            int choice = random.nextInt(300);
            if (choice == 0) {
                edge.flush();
                assertThat(edge.hasOpenBatch()).isFalse();
                assertThat(edge.recordsSent()).isEqualTo(number);
            } else if (choice == 1) {
                watermark = number;
                edge.sendControl(new Element.Watermark(watermark));
                assertThat(edge.recordsSent()).isEqualTo(number);
            } else {
                edge.emit(new Keyed(keyOf(random), number), number);
                number++;
                assertThat(edge.hasOpenBatch() || edge.recordsSent() == number).isTrue();
            }
        }
        edge.flush();
        assertThat(edge.recordsSent()).isEqualTo(number);
        for (int channel = 0; channel < PARALLELISM; channel++) {
            check(channel, watermark);
        }
    }

    private void check(int channel, long lastWatermark) {
        long before = -1;
        long watermark = 0;
        for (Element element : sent.get(channel)) {
            if (element instanceof Element.Watermark mark) {
                watermark = mark.timestamp();
                assertThat(before).isLessThan(watermark);
                continue;
            }
            RecordBatch batch = ((Element.Data) element).batch();
            for (int i = 0; i < batch.size(); i++) {
                Keyed record = (Keyed) batch.records()[i];
                assertThat(record.number()).isGreaterThan(before).isGreaterThanOrEqualTo(watermark);
                before = record.number();
                assertThat(Objects.requireNonNull(batch.timestamps())[i]).isEqualTo(record.number());
                checkKey(channel, batch, i, record.key());
            }
        }
        assertThat(watermark).isEqualTo(lastWatermark);
    }

    private static void checkKey(int channel, RecordBatch batch, int i, Object key) {
        int hash = KeyGroups.murmur(StableHash.hashOf(key));
        int group = hash % MAX_PARALLELISM;
        assertThat(batch.hashes()[i]).isEqualTo(hash);
        assertThat((int) batch.keyGroups()[i]).isEqualTo(group);
        assertThat(KeyGroups.subtaskOf(group, PARALLELISM, MAX_PARALLELISM)).isEqualTo(channel);
        long[] longs = batch.longKeys();
        Object sentKey = longs == null ? Objects.requireNonNull(batch.keys())[i] : longs[i];
        assertThat(sentKey).isEqualTo(key);
        long[] expected = new long[PackedText.WORDS];
        boolean packable = key instanceof String text && PackedText.pack(text, expected, 0);
        long[] words = batch.packedKeys();
        if (packable || words != null) {
            assertThat(Objects.requireNonNull(words)[2 * i]).isEqualTo(expected[0]);
            assertThat(words[2 * i + 1]).isEqualTo(expected[1]);
        }
    }

    @Test
    void aSelectorThatChangesItsMindIsFoundOut() {
        int[] calls = {0};
        ObjectKeyEdge edge = edge(record -> "key-" + calls[0]++, 8);

        assertThatThrownBy(() -> {
                    edge.emit("record", 0);
                    edge.flush();
                })
                .isInstanceOf(OperatorFailure.class)
                .hasStackTraceContaining("not deterministic");
    }
}
