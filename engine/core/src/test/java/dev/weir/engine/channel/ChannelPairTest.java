package dev.weir.engine.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.engine.channel.OutboundChannel.BatchKind;
import dev.weir.engine.element.Element;
import dev.weir.engine.element.RecordBatch;
import dev.weir.engine.operator.Timestamps;
import dev.weir.testing.Seeds;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ChannelPairTest {

    private final ArrayDeque<Element> link = new ArrayDeque<>();
    private final OutputGate gate = new OutputGate();

    @Test
    void aFullBatchIsSentAndAnOpenOneWaits() {
        OutboundChannel outbound = new OutboundChannel(link::add, gate, BatchKind.PLAIN, 2, 3);

        outbound.add("a", Timestamps.NONE);
        assertThat(link).isEmpty();
        outbound.add("b", 5);

        assertThat(link).hasSize(1);
        RecordBatch batch = ((Element.Data) link.getFirst()).batch();
        assertThat(batch.records()).containsExactly("a", "b");
        assertThat(batch.timestamps()).containsExactly(Timestamps.NONE, 5);
    }

    @Test
    void aControlElementClosesTheOpenBatchFirst() {
        OutboundChannel outbound = new OutboundChannel(link::add, gate, BatchKind.PLAIN, 8, 3);
        outbound.add("a", Timestamps.NONE);

        outbound.sendControl(new Element.Watermark(9));

        assertThat(link.pollFirst()).isInstanceOf(Element.Data.class);
        assertThat(link.pollFirst()).isEqualTo(new Element.Watermark(9));
    }

    @Test
    void withoutCreditTheGateClosesUntilAGrantComes() {
        OutboundChannel outbound = new OutboundChannel(link::add, gate, BatchKind.PLAIN, 1, 1);
        outbound.add("a", Timestamps.NONE);
        assertThat(gate.isOpen()).isTrue();

        outbound.add("b", Timestamps.NONE);
        outbound.sendControl(new Element.Barrier(3, 0));

        assertThat(gate.isOpen()).isFalse();
        assertThat(link).as("what is held is not passed").hasSize(1);
        outbound.grant(1);
        assertThat(gate.isOpen()).isFalse();
        outbound.grant(2);
        assertThat(gate.isOpen()).isTrue();
        assertThat(link).last().isEqualTo(new Element.Barrier(3, 0));
    }

    @Test
    void longKeysLoseTheirBoxesUntilAnotherClassComes() {
        RecordBatch batch = RecordBatch.keyed(4);

        batch.addKeyed("a", 1, 17L, 99, 3);
        assertThat(batch.longKeys()).startsWith(17L);
        batch.addKeyed("b", 1, (Object) "x", 98, 2);
        batch.addKeyed("c", 1, 18L, 97, 1);

        assertThat(batch.longKeys()).isNull();
        assertThat(batch.keys()).startsWith(17L, "x", 18L);
        assertThat(batch.hashes()).startsWith(99, 98, 97);
        assertThat(batch.keyGroups()).startsWith((char) 3, (char) 2, (char) 1);
    }

    @Test
    void afterSomeSmallBatchesABatchHasRoomForAFewAndGrowsToItsFullSize() {
        OutboundChannel outbound = new OutboundChannel(link::add, gate, BatchKind.KEYED, 200, 20);
        for (int i = 0; i < 9; i++) {
            outbound.addKeyed("alone", 1, 7L, 1, 2);
            outbound.flush();
        }
        for (int i = 0; i < 200; i++) {
            outbound.addKeyed("r" + i, i, (long) i, 3 * i, i % 7);
        }

        assertThat(link).hasSize(10);
        for (int i = 0; i < 8; i++) {
            assertThat(((Element.Data) link.removeFirst()).batch().records()).hasSize(200);
        }
        assertThat(((Element.Data) link.removeFirst()).batch().records()).hasSize(16);
        RecordBatch grown = ((Element.Data) link.removeFirst()).batch();
        assertThat(grown.size()).isEqualTo(200);
        long[] keys = Objects.requireNonNull(grown.longKeys());
        long[] timestamps = Objects.requireNonNull(grown.timestamps());
        for (int i = 0; i < 200; i++) {
            assertThat(grown.records()[i]).isEqualTo("r" + i);
            assertThat(keys[i]).isEqualTo(i);
            assertThat(timestamps[i]).isEqualTo(i);
            assertThat(grown.hashes()[i]).isEqualTo(3 * i);
            assertThat(grown.keyGroups()[i]).isEqualTo((char) (i % 7));
        }
    }

    @Test
    void neighbouringWatermarksThatWaitAreMerged() {
        InboundChannel inbound = new InboundChannel(4);
        inbound.arrive(new Element.Watermark(3));
        inbound.arrive(new Element.Watermark(5));
        inbound.arrive(new Element.Barrier(1, 0));
        inbound.arrive(new Element.Watermark(6));

        assertThat(inbound.take()).isEqualTo(new Element.Watermark(5));
        assertThat(inbound.take()).isEqualTo(new Element.Barrier(1, 0));
        assertThat(inbound.take()).isEqualTo(new Element.Watermark(6));
        assertThat(inbound.hasInput()).isFalse();
    }

    @Test
    void aMissingBatchIsNoticed() {
        InboundChannel inbound = new InboundChannel(4);
        inbound.arrive(new Element.Data(RecordBatch.plain(1), 1));

        assertThatThrownBy(() -> inbound.arrive(new Element.Data(RecordBatch.plain(1), 3)))
                .hasMessageContaining("expected=2, arrived=3");
    }

    @Test
    void aBatchBeyondTheCreditIsNoticed() {
        InboundChannel inbound = new InboundChannel(1);
        inbound.arrive(new Element.Data(RecordBatch.plain(1), 1));

        assertThatThrownBy(() -> inbound.arrive(new Element.Data(RecordBatch.plain(1), 2)))
                .hasMessageContaining("granted up to=1, arrived=2");
    }

    /** Both ends with random sizes and delays: everything arrives once, in order, and the link holds credit at most. */
    @Seeds(300)
    void everythingArrivesOnceAndInOrder(long seed) {
        Random random = new Random(seed);
        int credits = 1 + random.nextInt(5);
        OutboundChannel outbound =
                new OutboundChannel(link::add, gate, BatchKind.PLAIN, 1 + random.nextInt(4), credits);
        InboundChannel inbound = new InboundChannel(credits);
        List<Object> sent = new ArrayList<>();
        List<Object> received = new ArrayList<>();

        int next = 0;
        while (next < 400 || outbound.hasOpenBatch() || outbound.isHolding() || !link.isEmpty() || inbound.hasInput()) {
            if (next >= 400) {
                outbound.flush();
            } else if (gate.isOpen() && random.nextInt(3) > 0) {
                if (random.nextInt(12) == 0) {
                    Element.Watermark watermark = new Element.Watermark(next);
                    outbound.sendControl(watermark);
                    sent.add(watermark);
                } else {
                    outbound.add(next, Timestamps.NONE);
                    sent.add(next);
                }
                next++;
            }
            if (!link.isEmpty() && random.nextBoolean()) {
                inbound.arrive(link.pollFirst());
                assertThat(inbound.queued()).isLessThanOrEqualTo(credits + 400);
            }
            if (inbound.hasInput() && random.nextBoolean()) {
                read(inbound, outbound, received);
            }
        }

        assertThat(withMergedWatermarks(received)).isEqualTo(withMergedWatermarks(sent));
        assertThat(gate.isOpen()).isTrue();
    }

    /** Of neighbouring watermarks only the last counts: which of them meet while they wait is a matter of time. */
    private static List<Object> withMergedWatermarks(List<Object> elements) {
        List<Object> merged = new ArrayList<>();
        for (Object element : elements) {
            boolean replaces = element instanceof Element.Watermark
                    && !merged.isEmpty()
                    && merged.get(merged.size() - 1) instanceof Element.Watermark;
            if (replaces) {
                merged.remove(merged.size() - 1);
            }
            merged.add(element);
        }
        return merged;
    }

    private static void read(InboundChannel inbound, OutboundChannel outbound, List<Object> received) {
        Element element = inbound.take();
        if (!(element instanceof Element.Data data)) {
            received.add(element);
            return;
        }
        inbound.startReading(data);
        for (int i = 0; i < data.batch().size(); i++) {
            received.add(data.batch().records()[i]);
        }
        long grant = inbound.finishReading();
        if (grant > 0) {
            outbound.grant(grant);
        }
    }
}
