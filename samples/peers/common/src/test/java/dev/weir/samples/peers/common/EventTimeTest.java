package dev.weir.samples.peers.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class EventTimeTest {

    @Test
    void aWindowHoldsTwoMillionRecordsOfEachSource() {
        assertThat(EventTime.timestampOf(0)).isZero();
        assertThat(EventTime.timestampOf(1_999_999)).isEqualTo(9_999);
        assertThat(EventTime.timestampOf(2_000_000)).isEqualTo(10_000);
    }

    @Test
    void timestampsNeverFall() {
        assertThat(LongStream.range(0, 1000).map(EventTime::timestampOf)).isSorted();
    }
}
