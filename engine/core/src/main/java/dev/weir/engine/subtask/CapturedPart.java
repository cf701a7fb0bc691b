package dev.weir.engine.subtask;

import dev.weir.engine.channel.InboundChannel;
import dev.weir.engine.element.Element;
import dev.weir.engine.element.RecordBatch;
import dev.weir.engine.operator.Timestamps;
import dev.weir.snapshot.copy.RecordCopier;
import dev.weir.snapshot.format.InFlight.Channel;
import dev.weir.snapshot.format.InFlight.Kept;
import dev.weir.snapshot.format.InFlight.Part;
import dev.weir.snapshot.format.InFlight.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The elements of one channel on one side, as they are captured. Barriers are left out, as they belong to other
 * checkpoints, and so is the end of the data: a drained sender sends it anew.
 */
final class CapturedPart implements InboundChannel.Waiting {

    private final Channel channel;
    private final Side side;
    private final RecordCopier copier;
    private final List<Kept> elements = new ArrayList<>();
    private long records;

    CapturedPart(Channel channel, Side side, RecordCopier copier) {
        this.channel = channel;
        this.side = side;
        this.copier = copier;
    }

    @Override
    public void see(Element element, int from) {
        add(element, from);
    }

    /** @param from the first record of a batch that counts; 0 for other elements */
    void add(Element element, int from) {
        if (element instanceof Element.Data data) {
            addRecords(data.batch(), from);
        } else if (element instanceof Element.Watermark watermark) {
            elements.add(new Kept.KeptWatermark(watermark.timestamp()));
        } else if (element instanceof Element.Idle) {
            elements.add(new Kept.KeptIdle());
        } else if (element instanceof Element.Active) {
            elements.add(new Kept.KeptActive());
        }
    }

    private void addRecords(RecordBatch batch, int from) {
        Object[] values = batch.records();
        long[] timestamps = batch.timestamps();
        for (int i = from; i < batch.size(); i++) {
            long timestamp = timestamps == null ? Timestamps.NONE : timestamps[i];
            Object value = copier.copy(values[i]);
            elements.add(
                    batch.isKeyed()
                            ? new Kept.KeptRecord(value, timestamp, keyOf(batch, i), batch.keyGroups()[i])
                            : new Kept.KeptRecord(value, timestamp, null, -1));
        }
        records += batch.size() - from;
    }

    private static Object keyOf(RecordBatch batch, int i) {
        long[] longKeys = batch.longKeys();
        return longKeys != null ? (Object) longKeys[i] : Objects.requireNonNull(batch.keys())[i];
    }

    long records() {
        return records;
    }

    boolean isEmpty() {
        return elements.isEmpty();
    }

    Part toPart() {
        return new Part(channel, side, elements);
    }
}
