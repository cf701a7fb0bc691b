package dev.weir.engine.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testing.Seeds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Sets, moves and cancels alarms in any order, across the overflow of the clock, and compares with a plain table. */
class DeadlinesTest {

    private static final int ALARMS = 13;

    private final Deadlines deadlines = new Deadlines();
    private final List<Deadlines.Entry> entries = new ArrayList<>();
    private final Map<Deadlines.Entry, Long> set = new HashMap<>();
    private long now = Long.MAX_VALUE - 700;

    @Seeds(300)
    void theFirstOfThoseSetRingsOnceAndNeverEarly(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < ALARMS; i++) {
            entries.add(new Deadlines.Entry(() -> {}));
        }
        for (int step = 0; step < 500; step++) {
            Deadlines.Entry entry = entries.get(random.nextInt(ALARMS));
            switch (random.nextInt(4)) {
                case 0, 1 -> {
                    long due = now + random.nextInt(100) - 10;
                    deadlines.set(entry, due);
                    set.put(entry, due);
                }
                case 2 -> {
                    deadlines.cancel(entry);
                    set.remove(entry);
                }
                default -> {
                    now += random.nextInt(20);
                    ringAllDue();
                }
            }
            assertThat(deadlines.size()).isEqualTo(set.size());
            assertThat(deadlines.isEmpty()).isEqualTo(set.isEmpty());
        }
    }

    private void ringAllDue() {
        for (Deadlines.Entry due = deadlines.pollDue(now); due != null; due = deadlines.pollDue(now)) {
            long first = set.values().stream()
                    .min(Comparator.comparingLong(time -> time - now))
                    .orElseThrow();
            assertThat(set.remove(due)).isEqualTo(first);
            assertThat(first - now).isLessThanOrEqualTo(0);
        }
        if (!set.isEmpty()) {
            assertThat(deadlines.firstNanos() - now).isPositive();
            assertThat(set.values()).contains(deadlines.firstNanos());
        }
    }

    @Test
    void afterClearAnAlarmCanBeSetAgain() {
        Deadlines.Entry entry = new Deadlines.Entry(() -> {});
        deadlines.set(entry, 5);
        deadlines.clear();
        assertThat(deadlines.isEmpty()).isTrue();
        deadlines.set(entry, 7);
        assertThat(deadlines.pollDue(7)).isSameAs(entry);
    }
}
