package dev.weir.snapshot.restore;

import dev.weir.snapshot.backend.EntryKey;
import dev.weir.snapshot.backend.KeyedEntries;
import dev.weir.snapshot.backend.KeyedStateSink;
import dev.weir.snapshot.backend.RestoredKeyedState;
import dev.weir.snapshot.backend.StateMeta;
import dev.weir.snapshot.backend.StateRegistrationException;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.keygroup.StableHash;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keyed state whose key groups are counted by another max parallelism than it was stored by: each key goes to the group it
 * has now, and those of other subtasks are left out.
 *
 * <p>Invariants: what is pushed is as if it had been stored by the new figure, groups in rising order with their numbers
 * of entries; each key was in the group that its hash gave. Memory: the source is replayed once to count, then once for
 * every {@link #MOST_HELD} entries, or for a group that alone has more. One thread at a time.
 */
public final class RegroupedKeyedState implements RestoredKeyedState {

    /** How many entries are held at once, unless one key group has more. */
    static final int MOST_HELD = 1 << 18;

    private final String uid;
    private final RestoredKeyedState stored;
    private final Regrouping regrouping;
    private final KeyGroupRange owned;
    private final int mostHeld;

    /**
     * Of one operator in one subtask.
     *
     * @param uid the operator's, for messages
     * @param stored all stored groups that may hold keys of the new ones; replayed several times
     * @param owned the new groups of the subtask
     */
    public RegroupedKeyedState(String uid, RestoredKeyedState stored, Regrouping regrouping, KeyGroupRange owned) {
        this(uid, stored, regrouping, owned, MOST_HELD);
    }

    RegroupedKeyedState(
            String uid, RestoredKeyedState stored, Regrouping regrouping, KeyGroupRange owned, int mostHeld) {
        this.uid = uid;
        this.stored = stored;
        this.regrouping = regrouping;
        this.owned = owned;
        this.mostHeld = mostHeld;
    }

    @Override
    public Set<String> names() {
        return stored.names();
    }

    @Override
    public void replay(StateMeta reader, KeyedStateSink sink) throws IOException {
        Counting counts = new Counting(reader);
        stored.replay(reader, counts);
        sink.state(counts.announced);
        int first = owned.first();
        while (first <= owned.last()) {
            int last = counts.lastThatFits(first);
            Holding held = new Holding(reader, counts, first, last);
            if (!held.isEmpty()) {
                stored.replay(reader, held);
                held.pushTo(sink);
            }
            first = last + 1;
        }
    }

    /** Works out the new group of every key that the source pushes. */
    private abstract class Rehashing implements KeyedStateSink {

        private final StateMeta state;

        /** As the source gives it: with stamps or without. */
        StateMeta announced;

        private int storedGroup = -1;

        Rehashing(StateMeta state) {
            this.state = state;
            this.announced = state;
        }

        @Override
        public void state(StateMeta meta) {
            announced = meta;
        }

        @Override
        public void keyGroup(int keyGroup, int entries) {
            storedGroup = keyGroup;
        }

        final int groupOf(Object key) {
            return groupOf(KeyGroups.murmur(StableHash.hashOf(key)), key);
        }

        final int groupOf(int hash, Object key) {
            int computed = hash % regrouping.storedMaxParallelism();
            if (computed != storedGroup) {
                throw new StateRegistrationException(
                        "a restored key must hash to the key group it was stored in: operator=" + uid + ", state="
                                + state.name() + ", class=" + key.getClass().getName() + ", key=" + key
                                + ", storedGroup=" + storedGroup + ", computedGroup=" + computed
                                + ", stored max parallelism=" + regrouping.storedMaxParallelism()
                                + "; was the class's hashCode changed? put it back");
            }
            return hash % regrouping.maxParallelism();
        }
    }

    /** Counts the entries of each group that the subtask owns. */
    private final class Counting extends Rehashing {

        private final int[] entries = new int[owned.size()];

        Counting(StateMeta state) {
            super(state);
        }

        @Override
        public void entry(Object key, @Nullable Object namespace, Object value) {
            count(groupOf(key));
        }

        @Override
        public void entries(KeyedEntries pushed) throws IOException {
            while (pushed.next()) {
                if (pushed.keyForm() == EntryKey.KeyForm.LONG) {
                    long key = pushed.longKey();
                    count(groupOf(KeyGroups.murmur(Long.hashCode(key)), key));
                } else {
                    count(groupOf(pushed.key()));
                }
            }
        }

        private void count(int group) {
            if (owned.contains(group)) {
                entries[group - owned.first()]++;
            }
        }

        int of(int group) {
            return entries[group - owned.first()];
        }

        /** The last of the groups from {@code first} on that can be held together. */
        int lastThatFits(int first) {
            long held = of(first);
            int last = first;
            while (last < owned.last() && held + of(last + 1) <= mostHeld) {
                last++;
                held += of(last);
            }
            return last;
        }
    }

    /** One entry. */
    private record Entry(Object key, @Nullable Object namespace, Object value) {}

    /** Holds the entries of some groups. */
    private final class Holding extends Rehashing {

        private final int first;
        private final List<List<Entry>> groups = new ArrayList<>();
        private final long expected;

        Holding(StateMeta state, Counting counts, int first, int last) {
            super(state);
            this.first = first;
            long sum = 0;
            for (int group = first; group <= last; group++) {
                groups.add(new ArrayList<>(counts.of(group)));
                sum += counts.of(group);
            }
            this.expected = sum;
        }

        boolean isEmpty() {
            return expected == 0;
        }

        @Override
        public void entry(Object key, @Nullable Object namespace, Object value) {
            int position = groupOf(key) - first;
            if (position >= 0 && position < groups.size()) {
                groups.get(position).add(new Entry(key, namespace, value));
            }
        }

        void pushTo(KeyedStateSink sink) throws IOException {
            for (int i = 0; i < groups.size(); i++) {
                List<Entry> group = groups.get(i);
                if (!group.isEmpty()) {
                    sink.keyGroup(first + i, group.size());
                }
                for (Entry entry : group) {
                    sink.entry(entry.key(), entry.namespace(), entry.value());
                }
            }
        }
    }
}
