package dev.weir.snapshot.backend;

import dev.weir.snapshot.state.StateKind;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Hands on what hasn't expired; of such states a key group may have fewer entries than are announced. */
final class UnexpiredSink implements KeyedStateSink {

    private final KeyedStateSink sink;
    private final Map<String, Long> cutoffs;
    private @Nullable Long cutoff;
    private StateKind kind = StateKind.VALUE;

    UnexpiredSink(KeyedStateSink sink, Map<String, Long> cutoffs) {
        this.sink = sink;
        this.cutoffs = cutoffs;
    }

    @Override
    public void state(StateMeta meta) throws IOException {
        cutoff = cutoffs.get(meta.name());
        kind = meta.kind();
        sink.state(meta);
    }

    @Override
    public void keyGroup(int keyGroup, int entries) throws IOException {
        sink.keyGroup(keyGroup, entries);
    }

    @Override
    public void entry(Object key, @Nullable Object namespace, Object value) throws IOException {
        Object live = cutoff == null ? value : StampedForm.live(kind, value, cutoff);
        if (live != null) {
            sink.entry(key, namespace, live);
        }
    }

    @Override
    public void entries(KeyedEntries entries) throws IOException {
        sink.entries(cutoff == null ? entries : new LiveEntries(entries, kind, cutoff));
    }

    /** Those of the entries that have something live. */
    private static final class LiveEntries implements KeyedEntries {

        private final KeyedEntries all;
        private final StateKind kind;
        private final long cutoff;
        private @Nullable Object live;

        LiveEntries(KeyedEntries all, StateKind kind, long cutoff) {
            this.all = all;
            this.kind = kind;
            this.cutoff = cutoff;
        }

        @Override
        public boolean next() throws IOException {
            live = null;
            while (live == null && all.next()) {
                live = StampedForm.live(kind, all.value(), cutoff);
            }
            return live != null;
        }

        @Override
        public KeyForm keyForm() {
            return all.keyForm();
        }

        @Override
        public long longKey() {
            return all.longKey();
        }

        @Override
        public long firstWord() {
            return all.firstWord();
        }

        @Override
        public long secondWord() {
            return all.secondWord();
        }

        @Override
        public Object key() {
            return all.key();
        }

        @Override
        public long namespace() {
            return all.namespace();
        }

        @Override
        public @Nullable Object namespaceOrNull() {
            return all.namespaceOrNull();
        }

        @Override
        public boolean hasLongs() {
            return false;
        }

        @Override
        public long longValue() {
            throw new IllegalStateException("a value that expires has a stamp: it is given as an object");
        }

        @Override
        public Object value() {
            Object value = live;
            if (value == null) {
                throw new IllegalStateException("next() comes first");
            }
            return value;
        }
    }
}
