package dev.weir.operators.sink.file;

import dev.weir.engine.operator.OperatorContext.Counter;
import dev.weir.operators.sink.SinkContext;
import dev.weir.operators.sink.TransactionId;
import dev.weir.operators.sink.TransactionWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Writes records into parts, one open part per bucket. Invariants:
 *
 * <ul>
 *   <li>a part's number is never used again in this attempt, in whatever bucket;
 *   <li>a closed part is in the token of the next transaction, an open one in what the checkpoint carries over; at a
 *       savepoint, and at the end of the input, none stays open;
 *   <li>a token exists once all bytes and names that it speaks of are durable;
 *   <li>of what no checkpoint knows nothing stays when the writer is closed.
 * </ul>
 */
final class PartWriter<T> implements TransactionWriter<T, PreparedParts> {

    /** A part is written in pieces of at least this size, in bytes. */
    static final int CHUNK_BYTES = 128 << 10;

    /** With one bucket more, the part that has waited longest for a record is closed. */
    static final int MOST_OPEN_PARTS = 256;

    /** With more pieces of work not yet done by the disk, no record is taken. */
    private static final int MOST_PENDING_SYNCS = 4;

    private static final int BUCKETS_AT_FIRST = 16;
    private static final float LOAD_FACTOR = 0.75f;

    private final FileSinkSettings<T> settings;
    private final RollingPolicy rolling;
    private final Encoder<T> encoder;
    private final BucketAssigner<T> buckets;
    private final SinkContext context;
    private final SinkFolder folder;
    private final PartNames names;
    private final PartNames.Owner owner;
    private final SyncLane lane;
    private final Counter bytes;
    private final Counter parts;
    private final LinkedHashMap<String, OpenPart> open = new LinkedHashMap<>(BUCKETS_AT_FIRST, LOAD_FACTOR, true);
    private final Set<OpenPart> unsynced = new HashSet<>();
    private List<OpenPart> closed = new ArrayList<>();
    private List<OpenPart> toSync = new ArrayList<>();
    private @Nullable OpenPart last;
    private long nextNumber;
    private boolean hasEnded;
    private boolean closesAll;

    private PartWriter(FileSinkSettings<T> settings, SinkContext context, SinkFolder folder, PartNames names) {
        this.settings = settings;
        this.rolling = settings.rolling();
        this.encoder = settings.encoder();
        this.buckets = settings.buckets();
        this.context = context;
        this.folder = folder;
        this.names = names;
        this.owner = ownerOf(context);
        this.lane = new SyncLane(context);
        this.bytes = context.counter("bytesWritten");
        this.parts = context.counter("partsClosed");
    }

    static <T> PartWriter<T> open(FileSinkSettings<T> settings, SinkContext context) throws IOException {
        PartNames names = new PartNames(context.lineage(), context.sinkUid());
        PartNames.Owner owner = ownerOf(context);
        List<String> probes = List.of(names.probe(owner, 1), names.probe(owner, 2));
        return new PartWriter<>(settings, context, SinkFolder.open(settings.folder(), probes), names);
    }

    static PartNames.Owner ownerOf(SinkContext context) {
        return new PartNames.Owner(context.subtaskIndex(), context.attempt());
    }

    @Override
    public void begin(TransactionId id) {
        // what is written goes into parts, and belongs to whichever transaction closes them
    }

    @Override
    public void write(T record, long timestamp) throws Exception {
        String bucket = buckets.bucketOf(record, timestamp);
        OpenPart part = last;
        if (part == null || !bucket.equals(part.bucket())) {
            part = partOf(bucket);
            last = part;
        }
        EncoderOutput output = part.output();
        encode(record, output, bucket);
        part.recordAdded();
        if (output.size() >= CHUNK_BYTES || part.lengthBytes() >= rolling.sizeBytes()) {
            onChunk(part);
        }
    }

    /** Of a record that its encoder refused nothing stays. */
    private void encode(T record, EncoderOutput output, String bucket) throws Exception {
        int start = output.size();
        try {
            encoder.encode(record, output);
        } catch (InterruptedException | Error thrown) {
            output.cutTo(start);
            throw thrown;
        } catch (Exception e) {
            output.cutTo(start);
            throw new IllegalStateException(
                    "an encoder must take every record: sink '" + context.sinkUid() + "', bucket '" + bucket
                            + "', record of " + (record == null ? "no class" : record.getClass()) + ": " + e,
                    e);
        }
    }

    private void onChunk(OpenPart part) throws IOException {
        flush(part);
        if (part.lengthBytes() >= rolling.sizeBytes() || rolling.isOfAge(part.openedNanos(), context.nanoTime())) {
            close(part);
            startSync();
        }
    }

    private OpenPart partOf(String bucket) throws IOException {
        OpenPart found = open.get(bucket);
        if (found != null) {
            return found;
        }
        folder.requireBucket(BucketIds.require(bucket));
        if (open.size() >= MOST_OPEN_PARTS) {
            close(open.values().iterator().next());
            startSync();
        }
        String stem = names.stem(owner, nextNumber++);
        String name = settings.names().prefix() + stem + settings.names().suffix();
        String path = bucket.isEmpty() ? name : bucket + "/" + name;
        OpenPart part = new OpenPart(bucket, PartNames.hidden(stem), path, context.nanoTime());
        open.put(bucket, part);
        return part;
    }

    private void flush(OpenPart part) throws IOException {
        bytes.add(part.output().size());
        part.flush(folder);
    }

    /** Its bucket's next record begins another part. */
    private void close(OpenPart part) throws IOException {
        flush(part);
        open.remove(part.bucket());
        if (part == last) {
            last = null;
        }
        if (part.writtenBytes() > 0) {
            parts.add(1);
            closed.add(part);
            toSync.add(part);
            unsynced.add(part);
        }
    }

    private void startSync() {
        List<OpenPart> parts = takeToSync();
        lane.run(() -> syncAndClose(parts)).thenAccept(done -> parts.forEach(unsynced::remove));
    }

    private List<OpenPart> takeToSync() {
        List<OpenPart> taken = toSync;
        toSync = new ArrayList<>();
        return taken;
    }

    private static int syncAndClose(List<OpenPart> parts) throws IOException {
        for (OpenPart part : parts) {
            part.syncAndClose();
        }
        return parts.size();
    }

    @Override
    public boolean hasLeftOver() {
        return !open.isEmpty() || !closed.isEmpty();
    }

    @Override
    public CompletionStage<PreparedParts> prepare(long checkpointId) throws IOException {
        long nowNanos = context.nanoTime();
        for (OpenPart part : List.copyOf(open.values())) {
            boolean isDue = rolling.closesAtCheckpoint(part.openedNanos(), part.lastRecordNanos(nowNanos), nowNanos);
            if (isDue || closesAll) {
                close(part);
            }
        }
        closesAll = hasEnded;
        List<OpenPart> prepared = closed;
        closed = new ArrayList<>();
        prepared.forEach(OpenPart::enterCheckpoint);
        PreparedParts token = tokenOf(prepared, PreparedPart.Phase.PENDING);
        if (prepared.isEmpty()) {
            return CompletableFuture.completedFuture(token);
        }
        List<OpenPart> unforced = takeToSync();
        CompletionStage<PreparedParts> durable = lane.run(() -> {
            syncAndClose(unforced);
            folder.forceHidden();
            return token;
        });
        return durable.thenApply(done -> {
            unforced.forEach(unsynced::remove);
            return done;
        });
    }

    @Override
    public Optional<CompletionStage<PreparedParts>> carryOver(long checkpointId) throws IOException {
        List<OpenPart> carried = new ArrayList<>();
        for (OpenPart part : open.values()) {
            flush(part);
            if (part.writtenBytes() > 0) {
                part.enterCheckpoint();
                carried.add(part);
            }
        }
        if (carried.isEmpty()) {
            return Optional.empty();
        }
        PreparedParts token = tokenOf(carried, PreparedPart.Phase.IN_PROGRESS);
        return Optional.of(lane.run(() -> {
            for (OpenPart part : carried) {
                part.sync();
            }
            folder.forceHidden();
            return token;
        }));
    }

    private PreparedParts tokenOf(List<OpenPart> written, PreparedPart.Phase phase) {
        return new PreparedParts(
                folder.root().toString(),
                written.stream().map(part -> part.as(phase)).toList());
    }

    @Override
    public void beforeSavepoint() {
        closesAll = true;
    }

    @Override
    public void endOfInput() {
        hasEnded = true;
        closesAll = true;
    }

    @Override
    public boolean isReady() {
        return lane.pending() <= MOST_PENDING_SYNCS;
    }

    @Override
    public void close() throws IOException {
        List<OpenPart> mine = new ArrayList<>(open.values());
        mine.addAll(unsynced);
        mine.addAll(closed);
        open.clear();
        closed.clear();
        last = null;
        for (OpenPart part : mine) {
            part.close();
            if (!part.isInCheckpoint()) {
                folder.removeHidden(part.hiddenName());
            }
        }
        folder.removeStagingIfEmpty();
    }
}
