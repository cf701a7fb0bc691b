package dev.weir.operators.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CommitLogTest {

    private final CommitLog<String> log = new CommitLog<>(CommitLog.Order.EACH_ALONE);

    @Test
    void nothingIsDueBeforeItsCheckpointIsComplete() {
        log.prepared(1, "t1");
        log.completed(0);

        assertThat(log.startPass()).isEmpty();
        assertThat(log.hasDue()).isFalse();
        assertThat(log.held()).containsExactly("t1");
    }

    @Test
    void aNoticeMakesEverythingUpToItDue() {
        log.prepared(1, "t1");
        log.prepared(2, "t2");
        log.prepared(4, "t4");
        log.completed(3);

        assertThat(log.startPass()).containsExactly("t1", "t2");
    }

    @Test
    void aConfirmedEntryIsHeldNoMore() {
        log.prepared(1, "t1");
        log.completed(1);
        log.startPass();
        assertThat(log.held()).containsExactly("t1");

        log.endPass(List.of("t1"));

        assertThat(log.held()).isEmpty();
        assertThat(log.hasDue()).isFalse();
    }

    @Test
    void anEntryThatFailedRestsAndThenComesFirst() {
        log.restore(List.of("t1", "t2"));
        log.prepared(3, "t3");
        assertThat(log.startPass()).containsExactly("t1", "t2");
        log.completed(3);
        assertThat(log.startPass()).as("one pass at a time").isEmpty();
        log.endPass(List.of("t2"));
        log.prepared(4, "t4");
        log.completed(4);

        assertThat(log.startPass()).as("what came due meanwhile").containsExactly("t3", "t4");
        log.endPass(List.of("t3"));
        assertThat(log.startPass()).isEmpty();
        log.retry();

        assertThat(log.startPass()).containsExactly("t1", "t4");
    }

    @Test
    void inOrderNothingPassesAnEntryThatFailed() {
        CommitLog<String> ordered = new CommitLog<>(CommitLog.Order.IN_ORDER);
        ordered.restore(List.of("t1", "t2", "t3"));
        ordered.startPass();
        ordered.endPass(List.of("t1"));
        ordered.prepared(4, "t4");
        ordered.completed(4);

        assertThat(ordered.startPass()).isEmpty();
        ordered.retry();

        assertThat(ordered.startPass()).containsExactly("t2", "t3", "t4");
    }

    @Test
    void idsThatFallAreRefused() {
        log.prepared(2, "t2");

        assertThatThrownBy(() -> log.prepared(2, "again")).hasMessageContaining("ids rise");
        assertThatThrownBy(() -> log.endPass(List.of())).hasMessageContaining("none is under way");
    }

    @Seeds(500)
    void eachEntryIsConfirmedOnceAndNoneBeforeItsTime(long seed) {
        Random random = new Random(seed);
        List<Long> prepared = new ArrayList<>();
        List<Long> confirmed = new ArrayList<>();
        CommitLog<Long> tested = new CommitLog<>(CommitLog.Order.EACH_ALONE);
        List<Long> pass = List.of();
        long highestNotice = -1;
        for (long id = 1; id < 60; ) {
            switch (random.nextInt(5)) {
                case 0 -> {
                    tested.prepared(id, id);
                    prepared.add(id);
                    id += 1 + random.nextInt(3);
                }
                case 1 -> {
                    long notice = random.nextLong(id);
                    tested.completed(notice);
                    highestNotice = Math.max(highestNotice, notice);
                }
                case 2 -> tested.retry();
                case 3 -> pass = pass.isEmpty() ? tested.startPass() : pass;
                default -> {
                    if (!pass.isEmpty()) {
                        List<Long> worked = pass.stream()
                                .filter(entry -> random.nextInt(3) > 0)
                                .toList();
                        tested.endPass(worked);
                        confirmed.addAll(worked);
                        pass = List.of();
                    }
                }
            }
            long bound = highestNotice;
            assertThat(pass).isSorted().allMatch(entry -> entry <= bound);
            assertThat(confirmed).doesNotHaveDuplicates().allMatch(entry -> entry <= bound);
            List<Long> expectedHeld = new ArrayList<>(prepared);
            expectedHeld.removeAll(confirmed);
            assertThat(tested.held()).isEqualTo(expectedHeld);
            assertThat(tested.hasDue()).isEqualTo(expectedHeld.stream().anyMatch(entry -> entry <= bound));
        }
    }
}
