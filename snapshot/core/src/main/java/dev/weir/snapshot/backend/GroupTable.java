package dev.weir.snapshot.backend;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one state in one key group: an open-addressing table in parallel arrays.
 *
 * <p>Invariants: a slot is taken where its tag is not 0; linear probing from {@code home}, closed up again on removal, so
 * there are no tombstones; keys are in {@code longKeys} until the first key that is no Long comes. From then on a String
 * that {@link PackedText} can pack is in {@code words}, two to a slot, and any other key in {@code keys}, where the second
 * word says {@link PackedText#OTHER}; either array is empty until a key for it comes. Once {@link #freeze} was called the arrays that the view holds are never written again: the first write
 * clones them. Slots keep their index then; only insertions and removals move entries. Stamps belong to the live table
 * alone: the number of freezes when the slot's value was last known to be in no frozen view.
 */
final class GroupTable {

    static final int ABSENT = -1;

    private static final int OCCUPIED = Integer.MIN_VALUE;
    private static final int SMALLEST_TO_SHRINK = 64;
    private static final long MIX = 0x9E3779B97F4A7C15L;
    private static final long NAMESPACE_MIX = 0xD6E8FEB86659FD93L;

    private final TableLayout layout;
    private boolean longMode;
    /** Whether tags, keys and namespaces are a frozen view's as well. */
    private boolean structureShared;

    /** Whether the values are a frozen view's as well, or tracked: then no write goes past {@link #beforeWrite}. */
    private boolean valuesShared;

    /** Whether the values of a tracked table are a frozen view's as well. */
    private boolean trackedFrozen;

    /** Whether the stamps are those of a view or of other tables as well; only where the values are shared. */
    private boolean stampsShared;

    /** The view of what was frozen or loaded last; null once the table has been written since. */
    private @Nullable FrozenTable lastFrozen;

    /** Whether nobody has been given that view yet, so that its arrays are still the table's alone. */
    private boolean unseen;

    private int shift;
    private int size;

    int[] tags;
    long[] longKeys;

    long[] words;

    @Nullable
    Object[] keys;

    long[] namespaces;
    long[] longs;

    @Nullable
    Object[] objects;

    int[] stamps;

    GroupTable(TableLayout layout, int expected) {
        this.layout = layout;
        this.longMode = true;
        this.valuesShared = layout.tracked();
        int capacity = TableLayout.capacityFor(expected);
        this.shift = Long.SIZE - Integer.numberOfTrailingZeros(capacity);
        this.tags = new int[capacity];
        this.longKeys = new long[capacity];
        this.words = TableLayout.NO_LONGS;
        this.keys = TableLayout.NO_OBJECTS;
        this.namespaces = layout.namespaces(capacity);
        this.longs = layout.longs(capacity);
        this.objects = layout.objects(capacity);
        this.stamps = layout.stamps(capacity);
    }

    /**
     * A table that goes on from a frozen view without writing to it.
     *
     * @param unstamped zeros, a cell per slot where the layout has stamps; never written
     */
    GroupTable(TableLayout layout, FrozenTable frozen, int[] unstamped) {
        this.layout = layout;
        this.longMode = frozen.longKeys() != null;
        this.structureShared = true;
        this.valuesShared = true;
        this.stampsShared = true;
        this.lastFrozen = frozen;
        this.shift = Long.SIZE - Integer.numberOfTrailingZeros(frozen.tags().length);
        this.size = frozen.size();
        this.tags = frozen.tags();
        this.longKeys = frozen.longKeys() == null ? TableLayout.NO_LONGS : frozen.longKeys();
        this.words = frozen.words();
        this.keys = frozen.keys();
        this.namespaces = frozen.namespaces();
        this.longs = frozen.longs();
        this.objects = frozen.objects();
        this.stamps = unstamped;
    }

    int size() {
        return size;
    }

    int capacity() {
        return tags.length;
    }

    /** The slot of the current key, or {@link #ABSENT}. */
    int find(KeyContext key, long namespace) {
        int tag = key.hash | OCCUPIED;
        if (longMode) {
            return key.isLong ? findLong(tag, key.primitive, namespace) : ABSENT;
        }
        return key.secondWord == PackedText.NONE
                ? findObject(tag, key.boxed(), namespace)
                : findText(tag, key.firstWord, key.secondWord, namespace);
    }

    private int findLong(int tag, long key, long namespace) {
        int[] t = tags;
        long[] k = longKeys;
        int mask = t.length - 1;
        int slot = home(tag, namespace) & mask;
        while (t[slot] != 0) {
            if (t[slot] == tag && k[slot] == key && isIn(slot, namespace)) {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
        return ABSENT;
    }

    /** The second word says whether the slot is taken, so a look-up reads nothing else of the key. */
    private int findText(int tag, long first, long second, long namespace) {
        long[] w = words;
        if (w.length == 0) {
            return ABSENT;
        }
        int mask = tags.length - 1;
        int slot = home(tag, namespace) & mask;
        for (long there = w[2 * slot + 1]; there != PackedText.NONE; there = w[2 * slot + 1]) {
            if (there == second && w[2 * slot] == first && isIn(slot, namespace)) {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
        return ABSENT;
    }

    private int findObject(int tag, Object key, long namespace) {
        int[] t = tags;
        @Nullable Object[] k = keys;
        if (k.length == 0) {
            return ABSENT;
        }
        int mask = t.length - 1;
        int slot = home(tag, namespace) & mask;
        while (t[slot] != 0) {
            if (t[slot] == tag && key.equals(k[slot]) && isIn(slot, namespace)) {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
        return ABSENT;
    }

    private boolean isIn(int slot, long namespace) {
        return !layout.namespaced() || namespaces[slot] == namespace;
    }

    /** Within a group the hash modulo the max parallelism is constant: the index comes from the product's high bits. */
    private int home(int tag, long namespace) {
        long mixed = tag;
        if (layout.namespaced()) {
            mixed += namespace * NAMESPACE_MIX;
            mixed ^= mixed >>> 32;
        }
        return (int) ((mixed * MIX) >>> shift);
    }

    boolean isTaken(int slot) {
        return tags[slot] != 0;
    }

    /** Makes the key of a taken slot the current one. */
    void selectKey(int slot, int keyGroup, KeyContext key) {
        int hash = tags[slot] & ~OCCUPIED;
        if (longMode) {
            key.set(longKeys[slot], hash, keyGroup);
        } else if (words.length != 0 && words[2 * slot + 1] != PackedText.OTHER) {
            key.set(words[2 * slot], words[2 * slot + 1], hash, keyGroup);
        } else {
            key.set(Objects.requireNonNull(keys[slot]), hash, keyGroup);
        }
    }

    /** Adds the current key, which is known to be absent; the value is the caller's to write. */
    int insert(KeyContext key, long namespace) {
        if ((size + 1) * 5L > tags.length * 3L) {
            rehash(tags.length * 2);
        } else {
            beforeMove();
        }
        if (longMode && !key.isLong) {
            leaveLongMode();
        }
        int tag = key.hash | OCCUPIED;
        int slot = free(tag, namespace);
        putKey(slot, key);
        if (layout.namespaced()) {
            namespaces[slot] = namespace;
        }
        tags[slot] = tag;
        size++;
        return slot;
    }

    /** Stores a long under the current key, whether it is there or not. */
    void putLong(KeyContext key, long namespace, long value) {
        int found = find(key, namespace);
        if (found == ABSENT) {
            found = insert(key, namespace);
        } else {
            beforeWrite();
        }
        longs[found] = value;
    }

    private void putKey(int slot, KeyContext key) {
        if (longMode) {
            longKeys[slot] = key.primitive;
        } else if (key.secondWord == PackedText.NONE) {
            if (keys.length == 0) {
                keys = new Object[tags.length];
            }
            keys[slot] = key.storable();
            if (words.length != 0) {
                words[2 * slot + 1] = PackedText.OTHER;
            }
        } else {
            if (words.length == 0) {
                words = wordsForOthers();
            }
            words[2 * slot] = key.firstWord;
            words[2 * slot + 1] = key.secondWord;
        }
    }

    private long[] wordsForOthers() {
        long[] made = new long[PackedText.WORDS * tags.length];
        for (int slot = 0; size != 0 && slot < tags.length; slot++) {
            made[2 * slot + 1] = tags[slot] == 0 ? PackedText.NONE : PackedText.OTHER;
        }
        return made;
    }

    private int free(int tag, long namespace) {
        int mask = tags.length - 1;
        int slot = home(tag, namespace) & mask;
        while (tags[slot] != 0) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    /** Removes an entry; others may move. */
    void remove(int slot) {
        beforeMove();
        int mask = tags.length - 1;
        int hole = slot;
        int next = (hole + 1) & mask;
        while (tags[next] != 0) {
            int home = home(tags[next], layout.namespaced() ? namespaces[next] : 0) & mask;
            if (((next - home) & mask) >= ((next - hole) & mask)) {
                move(next, hole);
                hole = next;
            }
            next = (next + 1) & mask;
        }
        erase(hole);
        size--;
        if (tags.length > SMALLEST_TO_SHRINK && size * 8 < tags.length) {
            rehash(tags.length / 2);
        }
    }

    private void move(int from, int to) {
        tags[to] = tags[from];
        copyKey(longKeys, words, keys, from, to);
        if (layout.namespaced()) {
            namespaces[to] = namespaces[from];
        }
        if (layout.primitive()) {
            longs[to] = longs[from];
        } else {
            objects[to] = objects[from];
        }
        if (layout.stamped()) {
            stamps[to] = stamps[from];
        }
    }

    private void erase(int slot) {
        tags[slot] = 0;
        if (keys.length != 0) {
            keys[slot] = null;
        }
        if (words.length != 0) {
            words[2 * slot + 1] = PackedText.NONE;
        }
        if (!layout.primitive()) {
            objects[slot] = null;
        }
    }

    /** Whether the values belong to a frozen view as well, or are tracked. */
    boolean isShared() {
        return valuesShared;
    }

    /** To be called before a value is written: gives the live table values of its own. */
    void beforeWrite() {
        if (valuesShared) {
            unshareValues();
        }
    }

    /** Kept out of the way of a record: it happens once per table and checkpoint. */
    private void unshareValues() {
        if (layout.tracked() && !trackedFrozen) {
            return;
        }
        lastFrozen = null;
        if (unseen) {
            unseen = false;
            valuesShared = false;
            structureShared = false;
            return;
        }
        longs = longs.clone();
        objects = objects.clone();
        valuesShared = layout.tracked();
        trackedFrozen = false;
        unshareStamps();
    }

    private void unshareStamps() {
        if (stampsShared) {
            stamps = stamps.clone();
            stampsShared = false;
        }
    }

    /** Notes that a slot's value is in no frozen view, as of that number of freezes. */
    void stamp(int slot, int freezes) {
        unshareStamps();
        stamps[slot] = freezes;
    }

    /** To be called before entries are added, moved or removed: gives the live table all arrays of its own. */
    private void beforeMove() {
        beforeWrite();
        if (structureShared) {
            tags = tags.clone();
            longKeys = longKeys.clone();
            words = words.clone();
            keys = keys.clone();
            namespaces = namespaces.clone();
            structureShared = false;
        }
    }

    /** The arrays as they are; the same view again where nothing was written since the last one. */
    FrozenTable freeze() {
        structureShared = true;
        valuesShared = true;
        trackedFrozen = layout.tracked();
        stampsShared |= trackedFrozen;
        unseen = false;
        FrozenTable frozen = lastFrozen;
        if (frozen == null) {
            frozen = view(new Object());
            lastFrozen = frozen;
        }
        return frozen;
    }

    /** All that it holds was loaded: until it is written, it is what the content stands for. */
    void loaded(Object content) {
        structureShared = true;
        valuesShared = true;
        unseen = true;
        lastFrozen = view(content);
    }

    /** The arrays as they are, for the owner thread to read until it writes again. */
    FrozenTable view() {
        return view(this);
    }

    private FrozenTable view(Object content) {
        return new FrozenTable(
                tags, longMode ? longKeys : null, words, keys, namespaces, longs, objects, size, content);
    }

    private void leaveLongMode() {
        if (size != 0) {
            keys = new Object[tags.length];
            for (int i = 0; i < tags.length; i++) {
                keys[i] = tags[i] == 0 ? null : (Object) longKeys[i];
            }
        }
        longKeys = TableLayout.NO_LONGS;
        longMode = false;
    }

    private void rehash(int capacity) {
        int[] oldTags = tags;
        long[] oldLongKeys = longKeys;
        long[] oldWords = words;
        @Nullable Object[] oldKeys = keys;
        long[] oldNamespaces = namespaces;
        long[] oldLongs = longs;
        @Nullable Object[] oldObjects = objects;
        int[] oldStamps = stamps;
        tags = new int[capacity];
        longKeys = longMode ? new long[capacity] : TableLayout.NO_LONGS;
        words = words.length == 0 ? words : new long[PackedText.WORDS * capacity];
        keys = keys.length == 0 ? keys : new Object[capacity];
        namespaces = layout.namespaces(capacity);
        longs = layout.longs(capacity);
        objects = layout.objects(capacity);
        stamps = layout.stamps(capacity);
        shift = Long.SIZE - Integer.numberOfTrailingZeros(capacity);
        structureShared = false;
        valuesShared = layout.tracked();
        trackedFrozen = false;
        stampsShared = false;
        lastFrozen = null;
        unseen = false;
        for (int from = 0; from < oldTags.length; from++) {
            if (oldTags[from] == 0) {
                continue;
            }
            int to = free(oldTags[from], layout.namespaced() ? oldNamespaces[from] : 0);
            tags[to] = oldTags[from];
            copyKey(oldLongKeys, oldWords, oldKeys, from, to);
            copyCell(oldNamespaces, namespaces, from, to);
            copyCell(oldLongs, longs, from, to);
            copyCell(oldObjects, objects, from, to);
            if (layout.stamped()) {
                stamps[to] = oldStamps[from];
            }
        }
    }

    /** Copies a key from a slot of the given arrays, which may be the table's own, to a slot of the table's. */
    private void copyKey(long[] fromLongKeys, long[] fromWords, @Nullable Object[] fromKeys, int from, int to) {
        copyCell(fromLongKeys, longKeys, from, to);
        copyCell(fromWords, words, 2 * from, 2 * to);
        copyCell(fromWords, words, 2 * from + 1, 2 * to + 1);
        copyCell(fromKeys, keys, from, to);
    }

    private static void copyCell(long[] source, long[] target, int from, int to) {
        if (target.length != 0) {
            target[to] = source[from];
        }
    }

    private static void copyCell(@Nullable Object[] source, @Nullable Object[] target, int from, int to) {
        if (target.length != 0) {
            target[to] = source[from];
        }
    }

    /** Reads the home cells of a key in a namespace, so that its cache lines are on their way; what is returned means nothing. */
    long touch(int hash, long namespace) {
        int slot = home(hash | OCCUPIED, namespace) & (tags.length - 1);
        long seen;
        if (longMode) {
            seen = tags[slot] + longKeys[slot];
        } else if (words.length != 0) {
            seen = words[2 * slot + 1];
        } else {
            // What equals will look at: the string and its bytes.
            seen = (long) tags[slot] + (keys[slot] instanceof String text ? text.length() : 0);
        }
        if (layout.namespaced()) {
            seen += namespaces[slot];
        }
        return longs.length == 0 ? seen : seen + longs[slot];
    }
}
