package dev.weir.engine.channel;

import dev.weir.engine.element.Element;
import dev.weir.engine.element.RecordBatch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sending end of a channel. Records go into an open batch; a full batch, or one that a control element closes, is
 * sent when there is credit and held otherwise. Data batches are numbered from 1; credit is the highest number the
 * receiver takes. Control elements need no credit but never pass what is held; only the barrier of an unaligned
 * checkpoint does, and what it passes is then sent as if nothing had happened.
 *
 * <p>Invariant: the gate counts this channel as closed exactly while it holds something.
 */
public final class OutboundChannel {

    /** Room for records that costs next to nothing. */
    private static final int SMALLEST = 16;

    /** So many small batches in a row make the next one small. */
    private static final int PATIENCE = 8;

    private final ElementSender sender;
    private final OutputGate gate;
    private final ArrayDeque<Element> held = new ArrayDeque<>();
    private final int batchSize;
    private final BatchKind kind;
    private @Nullable RecordBatch open;
    /**
     * At low load batches are small: a batch has room for half as many records again as the ones before had. A barrier alone,
     * which closes a batch early, makes the next one no smaller.
     */
    private int expectedSize;

    private int smallInARow;

    private long lastNumber;
    private long grantedUpTo;
    private long recordsSent;

    /** Whether the channel's batches carry keys. */
    public enum BatchKind {
        PLAIN,
        KEYED
    }

    /** @param credits data batches that may be sent before the first grant */
    public OutboundChannel(ElementSender sender, OutputGate gate, BatchKind kind, int batchSize, int credits) {
        this.sender = sender;
        this.gate = gate;
        this.kind = kind;
        this.batchSize = batchSize;
        this.grantedUpTo = credits;
        this.expectedSize = batchSize;
    }

    public void add(Object record, long timestamp) {
        RecordBatch batch = openBatch();
        batch.add(record, timestamp);
        if (batch.size() == batchSize) {
            closeBatch(batch);
        }
    }

    public void addKeyed(Object record, long timestamp, long key, int hash, int keyGroup) {
        RecordBatch batch = openBatch();
        batch.addKeyed(record, timestamp, key, hash, keyGroup);
        if (batch.size() == batchSize) {
            closeBatch(batch);
        }
    }

    public void addKeyed(Object record, long timestamp, Object key, int hash, int keyGroup) {
        RecordBatch batch = openBatch();
        batch.addKeyed(record, timestamp, key, hash, keyGroup);
        if (batch.size() == batchSize) {
            closeBatch(batch);
        }
    }

    /** Sends the open batch, if there is one. */
    public void flush() {
        if (open != null) {
            closeBatch(open);
        }
    }

    /** Sends a control element behind everything added so far. */
    public void sendControl(Element element) {
        flush();
        if (held.isEmpty()) {
            sender.send(element);
        } else {
            hold(element);
        }
    }

    /**
     * Sends a barrier ahead of everything that is held. The open batch is closed first: it stands before the barrier, or
     * is passed too.
     *
     * @return what was passed, in order
     */
    public List<Element> overtake(Element.Barrier barrier) {
        flush();
        sender.send(barrier);
        return List.copyOf(held);
    }

    /**
     * A barrier that is held in its place leaves ahead of what is held before it.
     *
     * @return what was passed, in order; empty where the barrier has left already
     */
    public List<Element> overtakeHeld(long checkpointId) {
        List<Element> passed = new ArrayList<>();
        for (Iterator<Element> elements = held.iterator(); elements.hasNext(); ) {
            Element element = elements.next();
            if (element instanceof Element.Barrier barrier && barrier.checkpointId() == checkpointId) {
                elements.remove();
                sender.send(barrier.overtaking());
                return passed;
            }
            passed.add(element);
        }
        return List.of();
    }

    /** Whether the barrier of this checkpoint waits behind data. */
    public boolean holdsBarrier(long checkpointId) {
        for (Element element : held) {
            if (element instanceof Element.Barrier barrier && barrier.checkpointId() == checkpointId) {
                return true;
            }
        }
        return false;
    }

    /** The receiver takes data batches up to this number; a grant that is not higher changes nothing. */
    public void grant(long upTo) {
        if (upTo <= grantedUpTo) {
            return;
        }
        grantedUpTo = upTo;
        if (held.isEmpty()) {
            return;
        }
        while (!held.isEmpty() && hasCreditFor(held.peekFirst())) {
            sender.send(held.pollFirst());
        }
        if (held.isEmpty()) {
            gate.channelReleased();
        }
    }

    /** Whether records wait in an open batch. */
    public boolean hasOpenBatch() {
        return open != null;
    }

    public boolean isHolding() {
        return !held.isEmpty();
    }

    public long recordsSent() {
        return recordsSent;
    }

    public long batchesSent() {
        return lastNumber - heldBatches();
    }

    /** How many batches wait for credit. */
    public long heldBatches() {
        return Math.max(0, lastNumber - grantedUpTo);
    }

    private RecordBatch openBatch() {
        RecordBatch batch = open;
        if (batch == null) {
            batch = kind == BatchKind.KEYED ? RecordBatch.keyed(expectedSize) : RecordBatch.plain(expectedSize);
            open = batch;
        }
        return batch;
    }

    private void expect(int size) {
        if (size >= expectedSize || ++smallInARow == PATIENCE) {
            expectedSize = size;
            smallInARow = 0;
        }
    }

    private void closeBatch(RecordBatch batch) {
        open = null;
        recordsSent += batch.size();
        batch.packKeys();
        expect(Math.min(batchSize, Math.max(SMALLEST, batch.size() + batch.size() / 2)));
        Element.Data data = new Element.Data(batch, ++lastNumber);
        if (held.isEmpty() && hasCreditFor(data)) {
            sender.send(data);
        } else {
            hold(data);
        }
    }

    private void hold(Element element) {
        if (held.isEmpty()) {
            gate.channelHolds();
        } else if (element instanceof Element.Watermark && held.peekLast() instanceof Element.Watermark) {
            // Neighbouring watermarks that wait say no more than the last.
            held.removeLast();
        }
        held.addLast(element);
    }

    private boolean hasCreditFor(Element element) {
        return !(element instanceof Element.Data data) || data.number() <= grantedUpTo;
    }
}
