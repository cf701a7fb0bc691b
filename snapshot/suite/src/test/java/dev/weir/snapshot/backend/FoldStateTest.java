package dev.weir.snapshot.backend;

import static dev.weir.snapshot.backend.BackendFixture.backend;
import static dev.weir.snapshot.backend.BackendFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.snapshot.state.ReducingState;
import dev.weir.snapshot.state.ReducingStateDescriptor;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FoldStateTest {

    private final KeyedStateBackend backend = backend();

    @BeforeEach
    void oneKey() {
        key(backend, "k");
    }

    @Test
    void numbersAreReduced() {
        ReducingState<Integer> sum = backend.state(ReducingStateDescriptor.of("sum", Integer::sum, Integer.class));
        assertThat(sum.get()).isNull();
        sum.add(1);
        sum.add(2);
        assertThat(sum.get()).isEqualTo(3);
    }

    @Test
    void anElementThatBecomesTheResultIsCopied() {
        ReducingState<Bag> last = backend.state(ReducingStateDescriptor.of("last", (left, right) -> right, Bag.class));
        last.add(Bag.of(1));
        Bag mine = Bag.of(2);
        last.add(mine);
        mine.add("the user's own");
        assertThat(last.get()).isEqualTo(Bag.of(2));
    }

    @Test
    void aFailedReductionNamesTheStateAndChangesNothing() {
        ReducingState<String> failing = backend.state(ReducingStateDescriptor.of(
                "failing",
                (left, right) -> {
                    throw new IOException("no");
                },
                String.class));
        failing.add("a");
        assertThatThrownBy(() -> failing.add("b"))
                .hasMessageContaining("state=failing")
                .hasCauseInstanceOf(IOException.class);
        assertThat(failing.get()).isEqualTo("a");
    }

    @Test
    @SuppressWarnings("NullAway") // what users do who don't check
    void aNullResultIsRefused() {
        ReducingState<String> broken =
                backend.state(ReducingStateDescriptor.of("broken", (left, right) -> null, String.class));
        broken.add("a");
        assertThatThrownBy(() -> broken.add("b")).hasMessageContaining("state=broken");
        assertThatThrownBy(() -> broken.add(null)).hasMessageContaining("state=broken");
    }
}
