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
    private final boolean namespaced;
    private final int[] taken = new int[SLOTS_AT_A_TIME];
    private int takenCount;
    private int position;
    private int nextSlot;
    private int slot;

    TableEntries(FrozenTable table, FrozenTable.ValueView values) {
        this.table = table;
        this.values = values;
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
            int count = 0;
            for (int i = nextSlot; i < end; i++) {
                taken[count] = i;
                count += tags[i] >>> (Integer.SIZE - 1); // the highest bit of a taken slot's tag is set
            }
            takenCount = count;
            nextSlot = end;
        }
        return takenCount > 0;
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
