package dev.weir.samples.peers.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenWindowsTest {

    private final OpenWindows windows = new OpenWindows(10);
    private final List<String> results = new ArrayList<>();

    @Test
    void aWindowGivesItsSumsAwayOnceWhenItIsClosed() {
        windows.at(0).add(7, 1);
        windows.at(1).add(7, 10);
        windows.at(0).add(7, 2);
        closeBefore(0);
        assertThat(results).isEmpty();

        closeBefore(1);
        closeBefore(1);
        assertThat(results).containsExactly("0: 7=3");

        windows.at(1).add(8, 5);
        closeBefore(Long.MAX_VALUE);
        assertThat(results).containsExactlyInAnyOrder("0: 7=3", "10000: 7=10", "10000: 8=5");
    }

    @Test
    void aWindowThatNothingCameForGivesNothing() {
        windows.at(2).add(3, 4);
        closeBefore(Long.MAX_VALUE);

        assertThat(results).containsExactly("20000: 3=4");
    }

    private void closeBefore(long window) {
        windows.closeBefore(window, (start, key, sum) -> results.add(start + ": " + key + "=" + sum));
    }
}
