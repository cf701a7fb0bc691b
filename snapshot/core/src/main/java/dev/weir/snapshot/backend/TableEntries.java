package dev.weir.snapshot.backend;

import org.jspecify.annotations.Nullable;

/** Walks over a frozen table, slot by slot. */
final class TableEntries implements KeyedEntries {

    private final FrozenTable table;
    private final FrozenTable.ValueView values;
    private final boolean namespaced;
    private int slot = -1;

    TableEntries(FrozenTable table, FrozenTable.ValueView values) {
        this.table = table;
        this.values = values;
        this.namespaced = table.namespaces().length != 0;
    }

    @Override
    public boolean next() {
        int[] tags = table.tags();
        int next = slot + 1;
        while (next < tags.length && tags[next] == 0) {
            next++;
        }
        slot = next;
        return next < tags.length;
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
