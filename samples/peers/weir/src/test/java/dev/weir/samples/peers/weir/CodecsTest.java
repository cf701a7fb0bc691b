package dev.weir.samples.peers.weir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class CodecsTest {

    @Test
    void aSplitComesBackWithItsPosition() throws IOException {
        NumberSplit split = new NumberSplit(1, 1L << 40);

        assertThat(NumberSplit.CODEC.decode(NumberSplit.CODEC.encode(split))).isEqualTo(split);
    }

    @Test
    void splitsNotGivenOutComeBackInOrder() throws IOException {
        for (Unassigned unassigned : List.of(
                new Unassigned(List.of()), new Unassigned(List.of(new NumberSplit(1, 7), new NumberSplit(0, 9))))) {
            assertThat(Unassigned.CODEC.decode(Unassigned.CODEC.encode(unassigned)))
                    .isEqualTo(unassigned);
        }
    }

    @Test
    void aSplitOfAnotherFormatIsRefused() {
        assertThatThrownBy(() -> NumberSplit.CODEC.decode(new byte[] {2, 0, 0})).isInstanceOf(IOException.class);
    }
}
