package dev.weir.operators.sink.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives one part its committed name, as {@link Placement} decides; a name that is taken is never taken over. */
final class PartPlacer {

    private static final Logger LOG = LoggerFactory.getLogger(PartPlacer.class);
    private static final int LOOKS = 3;

    private final PartNames names;
    private final PartNames.Owner owner;
    private final FileSinkSettings.Doubts doubts;
    private long copies;

    PartPlacer(PartNames names, PartNames.Owner owner, FileSinkSettings.Doubts doubts) {
        this.names = names;
        this.owner = owner;
        this.doubts = doubts;
    }

    /**
     * A part that has its committed name.
     *
     * @param isOurs whether its hidden file is of this run, and has no more use
     */
    record Placed(SinkFolder folder, Path bucket, String hiddenName, boolean isOurs) {
        void removeHidden() throws IOException {
            if (isOurs) {
                folder.removeHidden(hiddenName);
            }
        }
    }

    /** A part that can't be committed, now or later; the message has files, lengths and remedy. */
    static final class RefusedException extends Exception {
        RefusedException(String message) {
            super(message);
        }
    }

    /** Whether the part is in that folder, committed or not. */
    boolean knows(SinkFolder folder, PreparedPart part) throws IOException {
        return SinkFolder.lengthOf(folder.hidden(part.hiddenName())) != Placement.NO_FILE
                || SinkFolder.lengthOf(folder.committed(part.committedPath())) != Placement.NO_FILE;
    }

    Placed place(SinkFolder folder, PreparedPart part) throws IOException, RefusedException {
        Path hidden = folder.hidden(part.hiddenName());
        Path committed = folder.committed(part.committedPath());
        for (int look = 1; look <= LOOKS; look++) {
            long hiddenBytes = SinkFolder.lengthOf(hidden);
            long committedBytes = SinkFolder.lengthOf(committed);
            boolean isPlaced = switch (Placement.of(part, hiddenBytes, committedBytes)) {
                case DONE -> true;
                case LINK -> link(folder, hidden, committed);
                case COPY -> copy(folder, part, committed);
                case AHEAD -> acceptAhead(part, committed, committedBytes);
                case GONE -> acceptGone(part, hidden, committed);
                case CHANGED ->
                    throw new RefusedException("a committed file is never changed: " + committed + " has "
                            + committedBytes + " bytes, and was to have " + part.lengthBytes()
                            + "; it is left as it is: put back what was committed");
                case SHORT ->
                    throw new RefusedException("what a checkpoint holds of a part must be there: " + hidden + " has "
                            + hiddenBytes + " bytes, saved were " + part.lengthBytes() + "; the records of the last "
                            + (part.lengthBytes() - hiddenBytes) + " bytes are lost unless the file is put back");
            };
            if (isPlaced) {
                return new Placed(folder, committed.resolveSibling(""), part.hiddenName(), isOurs(part));
            }
        }
        throw new IOException("a part's committed name was taken while it was placed, and free again: " + committed);
    }

    /** Another run's file may still be written by it; a closed one has no more use. */
    private boolean isOurs(PreparedPart part) {
        return part.phase() == PreparedPart.Phase.PENDING
                || names.ownerOf(part.hiddenName()).isPresent();
    }

    /** False where the name is taken. */
    static boolean link(SinkFolder folder, Path file, Path committed) throws IOException {
        folder.createBucket(committed.resolveSibling(""));
        try {
            Files.createLink(committed, file);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        }
    }

    private boolean copy(SinkFolder folder, PreparedPart part, Path committed) throws IOException {
        String name = names.copy(owner, copies++);
        try {
            try (FileChannel from = FileChannel.open(folder.hidden(part.hiddenName()), StandardOpenOption.READ);
                    FileChannel to = folder.create(name)) {
                copy(from, to, part.lengthBytes());
                to.force(true);
            }
            return link(folder, folder.hidden(name), committed);
        } finally {
            folder.removeHidden(name);
        }
    }

    private static void copy(FileChannel from, FileChannel to, long count) throws IOException {
        long at = 0;
        while (at < count) {
            long moved = from.transferTo(at, count - at, to);
            if (moved <= 0) {
                throw new IOException("a part's saved bytes must be there: " + count + " were, now " + at);
            }
            at += moved;
        }
    }

    private boolean acceptAhead(PreparedPart part, Path committed, long committedBytes) throws RefusedException {
        long later = committedBytes - part.lengthBytes();
        if (doubts.older() == OlderCheckpoint.REFUSE) {
            throw new RefusedException(
                    "a checkpoint older than what is committed would write records twice: " + committed
                            + " has " + committedBytes + " bytes, at the checkpoint it had " + part.lengthBytes()
                            + "; restore the newest checkpoint, or let the records of " + later
                            + " bytes be repeated: whenCheckpointIsOlder(REPEAT)");
        }
        LOG.warn(
                "{} was committed with {} bytes since the restored checkpoint, which has {}: the records of {} bytes come again",
                committed,
                committedBytes,
                part.lengthBytes(),
                later);
        return true;
    }

    private boolean acceptGone(PreparedPart part, Path hidden, Path committed) throws RefusedException {
        if (doubts.missing() == MissingParts.LOST) {
            throw new RefusedException("neither " + committed + " nor " + hidden + " is there: the records of its "
                    + part.lengthBytes()
                    + " bytes are lost, unless one of them is put back; if readers of the folder take"
                    + " committed files away, say so: whenPartIsMissing(TAKEN)");
        }
        LOG.warn(
                "{} with {} bytes is neither pending nor committed: as set, it is taken for committed and taken away",
                committed,
                part.lengthBytes());
        return true;
    }
}
