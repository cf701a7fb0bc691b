package dev.weir.snapshot.inspect;

import dev.weir.snapshot.backend.KeyedStateSink;
import dev.weir.snapshot.backend.StateMeta;
import dev.weir.snapshot.codec.Codecs;
import dev.weir.snapshot.format.SegmentIndex.Block;
import dev.weir.snapshot.format.SegmentIndex.KeyedStateIndex;
import dev.weir.snapshot.segment.StoredSegment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Decodes a state's entries, subtask by subtask and key group by key group. Memory: one key group. At most one file is
 * open, none once it has ended or is closed.
 */
final class EntryIterator implements Iterator<StateEntry>, AutoCloseable {

    /** A state of one subtask in one of the segments that hold it. */
    record Part(StoredSegment stored, KeyedStateIndex state, int segment) {}

    private final String uid;
    private final StateMeta declared;
    private final Codecs codecs;
    private final IntPredicate keyGroups;
    private final Iterator<Part> parts;

    private StoredSegment.@Nullable KeyedBlocks open;
    private Iterator<Block> blocks = Collections.emptyIterator();
    private Iterator<StateEntry> entries = Collections.emptyIterator();

    /**
     * @param uid the operator's stored name
     * @param keyGroups which of them are read
     */
    EntryIterator(String uid, StateMeta declared, Codecs codecs, IntPredicate keyGroups, List<Part> parts) {
        this.uid = uid;
        this.declared = declared;
        this.codecs = codecs;
        this.keyGroups = keyGroups;
        this.parts = parts.iterator();
    }

    /** @throws UncheckedIOException where a file can't be read, or isn't what was written */
    @Override
    public boolean hasNext() {
        try {
            while (!entries.hasNext()) {
                if (open != null && blocks.hasNext()) {
                    Group group = new Group();
                    open.replay(blocks.next(), declared, group);
                    entries = group.entries.iterator();
                } else if (!openNext()) {
                    return false;
                }
            }
            return true;
        } catch (IOException e) {
            close();
            throw new UncheckedIOException(e);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private boolean openNext() throws IOException {
        close();
        if (!parts.hasNext()) {
            return false;
        }
        Part part = parts.next();
        List<Block> wanted = part.state.groups().stream()
                .filter(block -> block.segment() == part.segment && keyGroups.test(block.keyGroup()))
                .sorted(Comparator.comparingLong(Block::offset))
                .toList();
        if (!wanted.isEmpty()) {
            open = part.stored.open(uid, part.state, part.segment, codecs);
            blocks = wanted.iterator();
        }
        return true;
    }

    @Override
    public StateEntry next() {
        if (!hasNext()) {
            throw new NoSuchElementException("no entry is left: operator=" + uid + ", state=" + declared.name());
        }
        return entries.next();
    }

    @Override
    public void close() {
        StoredSegment.KeyedBlocks closed = open;
        open = null;
        blocks = Collections.emptyIterator();
        entries = Collections.emptyIterator();
        if (closed != null) {
            try {
                closed.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Gathers the entries of a key group. */
    private static final class Group implements KeyedStateSink {

        private final List<StateEntry> entries = new ArrayList<>();
        private int current = -1;

        @Override
        public void state(StateMeta meta) {}

        @Override
        public void keyGroup(int keyGroup, int announced) {
            current = keyGroup;
        }

        @Override
        public void entry(Object key, @Nullable Object namespace, Object value) {
            entries.add(new StateEntry(current, key, (Long) namespace, value));
        }
    }
}
