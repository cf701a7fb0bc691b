package dev.weir.snapshot.backend;

import dev.weir.snapshot.backend.StateMeta.TimeToLive;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.keygroup.StableHash;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Loads one restored state or the timers of one name. Every key's group is computed anew: a key that hashes otherwise
 * than when it was written would be looked for in another group than it is in.
 */
final class HeapLoader implements KeyedStateSink {

    private final StateMeta wanted;
    private final KeyContext key;
    private final KeyGroupRange groups;
    private final int maxParallelism;
    private final @Nullable Lifetime lifetime;
    private final Target target;
    private final Map<Integer, Object> contents = new HashMap<>();
    private final Set<Integer> seen = new HashSet<>();

    /** Whether what comes has stamps. */
    private TimeToLive stored = TimeToLive.NONE;

    /** When the loading began: what comes without a stamp counts as used then. */
    private final long nowMillis;

    private int keyGroup = -1;
    private int expected;

    /** @param lifetime of what is loaded; null where it doesn't expire */
    HeapLoader(
            StateMeta wanted,
            KeyContext key,
            KeyGroupRange groups,
            int maxParallelism,
            @Nullable Lifetime lifetime,
            Target target) {
        this.wanted = wanted;
        this.key = key;
        this.groups = groups;
        this.maxParallelism = maxParallelism;
        this.lifetime = lifetime;
        this.nowMillis = lifetime == null ? 0 : lifetime.nowMillis();
        this.target = target;
    }

    @Override
    public void state(StateMeta meta) {
        if (!meta.name().equals(wanted.name())
                || meta.kind() != wanted.kind()
                || meta.namespace() != wanted.namespace()) {
            throw new StateRegistrationException("a state must be restored as what it was stored: stored=" + meta
                    + ", registered=" + wanted + "; give the new state a name of its own");
        }
        stored = meta.timeToLive();
    }

    @Override
    public boolean takes(int group, int entries, Object content) {
        contents.put(group, content);
        return false;
    }

    /** What stands for all that was loaded of a key group, by key group; those that aren't known are missing. */
    Map<Integer, Object> contents() {
        return contents;
    }

    @Override
    public void keyGroup(int group, int entries) {
        if (!groups.contains(group)) {
            throw new IllegalStateException("a subtask restores its own key groups only: state=" + wanted.name()
                    + ", keyGroup=" + group + ", owned=" + groups);
        }
        if (!seen.add(group)) {
            contents.remove(group); // it is put together of several parts
        }
        keyGroup = group;
        expected = entries;
    }

    @Override
    public void entry(Object restoredKey, @Nullable Object namespace, Object value) {
        int hash = KeyGroups.murmur(StableHash.hashOf(restoredKey));
        key.set(restoredKey, hash, keyGroup);
        requireGroup(hash);
        add(namespace == null ? 0 : (Long) namespace, value);
    }

    /** Adds what hasn't expired, with or without stamps as it is wanted. */
    private void add(long namespace, Object value) {
        Object wantedForm;
        if (lifetime == null) {
            wantedForm = stored == TimeToLive.NONE ? value : StampedForm.plain(wanted.kind(), value);
        } else if (stored == TimeToLive.NONE) {
            wantedForm = StampedForm.stamped(wanted.kind(), value, nowMillis);
        } else {
            wantedForm = StampedForm.live(wanted.kind(), value, lifetime.cutoffMillis(nowMillis));
        }
        if (wantedForm == null) {
            contents.remove(keyGroup); // what has expired must not come back with a longer time to live
        } else {
            target.add(namespace, wantedForm, expected);
        }
    }

    @Override
    public void entries(KeyedEntries entries) throws IOException {
        boolean longs = entries.hasLongs() && lifetime == null && stored == TimeToLive.NONE;
        while (entries.next()) {
            setKey(entries);
            if (longs) {
                target.addLong(entries.namespace(), entries.longValue(), expected);
            } else {
                add(entries.namespace(), entries.value());
            }
        }
    }

    private void setKey(KeyedEntries entries) {
        int hash;
        switch (entries.keyForm()) {
            case LONG -> {
                hash = KeyGroups.murmur(Long.hashCode(entries.longKey()));
                key.set(entries.longKey(), hash, keyGroup);
            }
            case TEXT -> {
                hash = KeyGroups.murmur(PackedText.hashOf(entries.firstWord(), entries.secondWord()));
                key.set(entries.firstWord(), entries.secondWord(), hash, keyGroup);
            }
            default -> {
                hash = KeyGroups.murmur(StableHash.hashOf(entries.key()));
                key.set(entries.key(), hash, keyGroup);
            }
        }
        requireGroup(hash);
    }

    private void requireGroup(int hash) {
        if (hash % maxParallelism != keyGroup) {
            Object restored = key.boxed();
            throw new StateRegistrationException("a restored key must hash to the key group it was stored in: state="
                    + wanted.name() + ", class=" + restored.getClass().getName() + ", key=" + restored
                    + ", storedGroup=" + keyGroup + ", computedGroup=" + hash % maxParallelism + ", maxParallelism="
                    + maxParallelism + "; was the class's hashCode or the max parallelism changed?");
        }
    }

    /** Where entries go; the backend's current key is the entry's. */
    interface Target {

        /**
         * Adds one entry.
         *
         * @param expected how many entries the key group holds
         */
        void add(long namespace, Object value, int expected);

        /** The same for a value of class Long, without its box. */
        void addLong(long namespace, long value, int expected);

        /** All is loaded; until something of a key group changes, the object that is given stands for all that it holds. */
        default void loaded(Map<Integer, Object> contents) {}
    }
}
