package dev.weir.engine.subtask;

import dev.weir.engine.channel.InboundChannel;
import dev.weir.engine.element.Element;
import dev.weir.engine.element.RecordBatch;
import dev.weir.snapshot.format.InFlight.Channel;
import dev.weir.snapshot.format.InFlight.Kept;
import dev.weir.snapshot.format.InFlight.Part;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.keygroup.StableHash;
import dev.weir.snapshot.restore.RestoredInFlight;
import dev.weir.snapshot.restore.RestoredInFlight.Channels;
import java.util.ArrayDeque;

/**
 * What was under way when the restored checkpoint was taken: part by part, each as if it waited in a channel of its own.
 * It is processed before any new channel is read, and what is left of it belongs to the next unaligned snapshot.
 */
final class InFlightReplay {

    /** It is here already: no credit is given for it. */
    private static final int NO_CREDIT_NEEDED = Integer.MAX_VALUE;

    private static final long NO_BARRIER = -1;

    private final ArrayDeque<Replayed> parts = new ArrayDeque<>();
    private final int maxParallelism;

    /** @param number of the channel it counts for */
    record Replayed(int number, Channel name, InboundChannel elements) {}

    InFlightReplay(RestoredInFlight restored, InFlightNames names, int maxParallelism) {
        this.maxParallelism = maxParallelism;
        for (Part part : restored.inFlight().parts()) {
            int number = names.numberOf(part.channel());
            // Dealt out anew, it may name a channel that is no longer there.
            Channel name = restored.channels() == Channels.SAME ? part.channel() : names.of(number);
            InboundChannel elements = elementsOf(part);
            if (elements.hasInput()) {
                parts.add(new Replayed(number, name, elements));
            }
        }
    }

    boolean isDone() {
        return parts.isEmpty();
    }

    /** The part that is to be read. Only while not done. */
    Replayed current() {
        return parts.getFirst();
    }

    /** Goes on to the next part where the current one has been read. */
    void advance() {
        if (!parts.getFirst().elements().hasInput()) {
            parts.removeFirst();
        }
    }

    void captureRest(InFlightCapture capture) {
        for (Replayed part : parts) {
            part.elements().forEachBefore(NO_BARRIER, capture.queued(part.name()));
        }
    }

    private InboundChannel elementsOf(Part part) {
        InboundChannel elements = new InboundChannel(NO_CREDIT_NEEDED);
        RecordBatch batch = null;
        long number = 0;
        for (Kept kept : part.elements()) {
            if (kept instanceof Kept.KeptRecord kind) {
                batch = batch == null ? batchFor(kind) : batch;
                add(batch, kind);
            }
            if (batch != null && (batch.size() == RecordBatch.CAPACITY || !(kept instanceof Kept.KeptRecord))) {
                elements.arrive(new Element.Data(batch, ++number));
                batch = null;
            }
            if (kept instanceof Kept.KeptWatermark watermark) {
                elements.arrive(new Element.Watermark(watermark.timestamp()));
            } else if (kept instanceof Kept.KeptIdle) {
                elements.arrive(Element.Idle.MARK);
            } else if (kept instanceof Kept.KeptActive) {
                elements.arrive(Element.Active.MARK);
            }
        }
        if (batch != null) {
            elements.arrive(new Element.Data(batch, ++number));
        }
        return elements;
    }

    private static RecordBatch batchFor(Kept.KeptRecord first) {
        return first.key() == null ? RecordBatch.plain(RecordBatch.CAPACITY) : RecordBatch.keyed(RecordBatch.CAPACITY);
    }

    private void add(RecordBatch batch, Kept.KeptRecord kept) {
        Object key = kept.key();
        if (key == null) {
            batch.add(kept.value(), kept.timestamp());
            return;
        }
        int hash = KeyGroups.murmur(StableHash.hashOf(key));
        int group = hash % maxParallelism;
        if (key instanceof Long number) {
            batch.addKeyed(kept.value(), kept.timestamp(), (long) number, hash, group);
        } else {
            batch.addKeyed(kept.value(), kept.timestamp(), key, hash, group);
        }
    }
}
