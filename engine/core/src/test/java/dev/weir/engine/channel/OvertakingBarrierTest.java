package dev.weir.engine.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.channel.OutboundChannel.BatchKind;
import dev.weir.engine.element.Element;
import dev.weir.engine.element.Element.Barrier;
import dev.weir.engine.element.Element.Data;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A sender with credit for one batch of two records. */
class OvertakingBarrierTest {

    private static final Barrier BARRIER = new Barrier(7, 0);

    private final List<Element> sent = new ArrayList<>();
    private final OutputGate gate = new OutputGate();
    private final OutboundChannel channel = new OutboundChannel(sent::add, gate, BatchKind.PLAIN, 2, 1);

    @Test
    void itPassesWhatIsHeldAndWhatIsHeldFollowsInOrderWithItsNumbers() {
        add("a", "b", "c", "d", "e");
        channel.sendControl(new Element.Watermark(5));
        assertThat(sent).hasSize(1);

        List<Element> passed = channel.overtake(BARRIER.overtaking());

        assertThat(sent).hasSize(2).last().isEqualTo(BARRIER.overtaking());
        assertThat(recordsOf(passed)).containsExactly("c", "d", "e");
        assertThat(passed).last().isEqualTo(new Element.Watermark(5));
        assertThat(gate.isOpen()).isFalse();

        channel.grant(3);
        assertThat(gate.isOpen()).isTrue();
        assertThat(recordsOf(sent)).containsExactly("a", "b", "c", "d", "e");
        assertThat(sent.stream().filter(Data.class::isInstance).map(data -> ((Data) data).number()))
                .containsExactly(1L, 2L, 3L);
    }

    @Test
    void withCreditTheOpenBatchStandsBeforeIt() {
        add("a");

        assertThat(channel.overtake(BARRIER.overtaking())).isEmpty();

        assertThat(recordsOf(sent)).containsExactly("a");
        assertThat(sent).last().isEqualTo(BARRIER.overtaking());
    }

    @Test
    void oneThatWaitsInItsPlacePassesOnlyWhatStandsBeforeIt() {
        add("a", "b", "c", "d");
        channel.sendControl(BARRIER);
        add("e", "f");
        assertThat(channel.holdsBarrier(7)).isTrue();

        assertThat(recordsOf(channel.overtakeHeld(7))).containsExactly("c", "d");

        assertThat(channel.holdsBarrier(7)).isFalse();
        assertThat(sent).last().isEqualTo(BARRIER.overtaking());
        assertThat(channel.overtakeHeld(7)).isEmpty();
        channel.grant(3);
        assertThat(recordsOf(sent)).containsExactly("a", "b", "c", "d", "e", "f");
    }

    @Test
    void oneThatCreditLetsOutInItsPlaceHasPassedNothing() {
        add("a", "b", "c", "d");
        channel.sendControl(BARRIER);

        channel.grant(2);

        assertThat(sent).last().isEqualTo(BARRIER);
        assertThat(channel.holdsBarrier(7)).isFalse();
    }

    private void add(String... records) {
        for (String record : records) {
            channel.add(record, 0);
        }
    }

    private static List<Object> recordsOf(List<Element> elements) {
        List<Object> records = new ArrayList<>();
        for (Element element : elements) {
            if (element instanceof Data data) {
                for (int i = 0; i < data.batch().size(); i++) {
                    records.add(data.batch().records()[i]);
                }
            }
        }
        return records;
    }
}
