package dev.weir.snapshot.backend;

import org.jspecify.annotations.Nullable;

/**
 * Walks over a frozen table, slot by slot. Taken slots are gathered some at a time: whether a slot is taken can't be
 * foreseen, and a processor that guesses wrong at every other slot would spend most of its time on that.
 */
final class TableEntries implements KeyedEntries {

    private static final int SLOTS_AT_A_TIME = 256;

    private final FrozenTable table;
    private final FrozenTable.ValueView values;
    private final int @Nullable [] stamps;
    private final int since;
    private final boolean namespaced;
    private final int[] taken = new int[SLOTS_AT_A_TIME];
    private int takenCount;
    private int position;
    private int nextSlot;
    private int slot;

    /** All entries. */
    TableEntries(FrozenTable table, FrozenTable.ValueView values) {
        this(table, values, null, 0);
    }

    /**
     * The entries whose stamps are above a figure.
     *
     * @param stamps of all slots; null for all entries
     */
    TableEntries(FrozenTable table, FrozenTable.ValueView values, int @Nullable [] stamps, int since) {
        this.table = table;
        this.values = values;
        this.stamps = stamps;
        this.since = since;
        this.namespaced = table.namespaces().length != 0;
    }

    @Override
    public boolean next() {
        if (position == takenCount && !gather()) {
            return false;
        }
        slot = taken[position++];
        return true;
    }

    private boolean gather() {
        int[] tags = table.tags();
        position = 0;
        takenCount = 0;
        while (takenCount == 0 && nextSlot < tags.length) {
            int end = Math.min(tags.length, nextSlot + SLOTS_AT_A_TIME);
            takenCount = stamps == null ? gather(tags, nextSlot, end) : gather(tags, stamps, nextSlot, end);
            nextSlot = end;
        }
        return takenCount > 0;
    }

    private int gather(int[] tags, int from, int to) {
        int count = 0;
        for (int i = from; i < to; i++) {
            taken[count] = i;
            count += tags[i] >>> (Integer.SIZE - 1); // the highest bit of a taken slot's tag is set
        }
        return count;
    }

    private int gather(int[] tags, int[] stampsOfSlots, int from, int to) {
        int count = 0;
        for (int i = from; i < to; i++) {
            taken[count] = i;
            count += (tags[i] & (since - stampsOfSlots[i])) >>> (Integer.SIZE - 1); // negative where it is above
        }
        return count;
    }

    @Override
    public KeyForm keyForm() {
        return table.keyForm(slot);
    }

    @Override
    public long longKey() {
        return table.longKey(slot);
    }

    @Override
    public long firstWord() {
        return table.words()[slot * PackedText.WORDS];
    }

    @Override
    public long secondWord() {
        return table.words()[slot * PackedText.WORDS + 1];
    }

    @Override
    public Object key() {
        return table.key(slot);
    }

    @Override
    public long namespace() {
        return namespaced ? table.namespaces()[slot] : 0;
    }

    @Override
    public @Nullable Object namespaceOrNull() {
        return namespaced ? (Object) table.namespaces()[slot] : null;
    }

    @Override
    public boolean hasLongs() {
        return values.givesLongs();
    }

    @Override
    public long longValue() {
        return table.longs()[slot];
    }

    @Override
    public Object value() {
        return values.at(table, slot);
    }
}
