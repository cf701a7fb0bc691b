package dev.weir.snapshot.restore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.snapshot.backend.StateMeta;
import dev.weir.snapshot.backend.StateMeta.NamespaceKind;
import dev.weir.snapshot.backend.StateRegistrationException;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.segment.FakeKeyedSnapshot;
import dev.weir.snapshot.segment.FakeKeyedSnapshot.Entry;
import dev.weir.snapshot.state.StateKind;
import dev.weir.testing.Seeds;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RegroupedKeyedStateTest {

    private static final StateMeta TIMERS = new StateMeta("timers", StateKind.TIMER, NamespaceKind.LONG, List.of());

    private static FakeKeyedSnapshot stored(int keys, int maxParallelism) {
        FakeKeyedSnapshot stored = new FakeKeyedSnapshot();
        for (long key = 0; key < keys; key++) {
            int group = KeyGroups.keyGroupOf(Long.hashCode(key), maxParallelism);
            stored.add(TIMERS, group, new Entry(key, 0L, key * 3));
        }
        return stored;
    }

    @Seeds(200)
    void heldInSmallPortionsItIsTheSameAsIfItHadBeenStoredSo(long seed) throws IOException {
        Random random = new Random(seed);
        int before = 1 + random.nextInt(50);
        int after = 1 + random.nextInt(50);
        int keys = random.nextInt(200);
        FakeKeyedSnapshot wanted = stored(keys, after);
        FakeKeyedSnapshot got = new FakeKeyedSnapshot();
        int parallelism = 1 + random.nextInt(after);
        for (int index = 0; index < parallelism; index++) {
            KeyGroupRange owned = KeyGroups.rangeOf(index, parallelism, after);
            RegroupedKeyedState regrouped = new RegroupedKeyedState(
                    "op",
                    stored(keys, before).asRestored(),
                    new Regrouping(before, after),
                    owned,
                    1 + random.nextInt(30));
            regrouped.replay(TIMERS, got);
        }
        assertThat(inOrder(got)).isEqualTo(inOrder(wanted));
    }

    private static Map<Integer, List<Entry>> inOrder(FakeKeyedSnapshot snapshot) {
        Map<Integer, List<Entry>> groups = new TreeMap<>(snapshot.groups(TIMERS));
        groups.replaceAll((group, entries) -> entries.stream()
                .sorted(Comparator.comparing(entry -> (Long) entry.key()))
                .toList());
        return groups;
    }

    @Test
    void aKeyThatHashesToAnotherGroupThanItWasStoredInIsRefusedWithItsClass() {
        FakeKeyedSnapshot misplaced = new FakeKeyedSnapshot().add(TIMERS, 4, new Entry(42L, 0L, 1L));
        int computed = KeyGroups.keyGroupOf(Long.hashCode(42L), 7);
        assertThat(computed).isNotEqualTo(4);
        RegroupedKeyedState regrouped =
                new RegroupedKeyedState("op", misplaced.asRestored(), new Regrouping(7, 14), new KeyGroupRange(0, 13));
        assertThatThrownBy(() -> regrouped.replay(TIMERS, new FakeKeyedSnapshot()))
                .isInstanceOf(StateRegistrationException.class)
                .hasMessageContaining("class=java.lang.Long")
                .hasMessageContaining("storedGroup=4")
                .hasMessageContaining("computedGroup=" + computed);
    }

    @Test
    void raisedByAFactorEachNewGroupIsReadFromOneStoredOne() {
        Regrouping raised = new Regrouping(7, 21);
        KeyGroupRange fifteen = new KeyGroupRange(15, 15);
        for (int stored = 0; stored < 7; stored++) {
            assertThat(raised.mayFeed(stored, fifteen)).isEqualTo(stored == 1);
        }
        Regrouping lowered = new Regrouping(21, 7);
        for (int stored = 0; stored < 21; stored++) {
            assertThat(lowered.mayFeed(stored, new KeyGroupRange(1, 1))).isEqualTo(stored % 7 == 1);
        }
    }
}
