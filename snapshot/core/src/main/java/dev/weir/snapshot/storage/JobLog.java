package dev.weir.snapshot.storage;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.snapshot.format.CheckpointFolders;
import dev.weir.snapshot.format.DamagedCheckpointException;
import dev.weir.snapshot.format.Sealed;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The slots of a job's log on storage. One coordinator, one thread.
 *
 * <p>Invariants: a slot is written only right after the last one read, and only by put-if-absent, so each has one owner;
 * a coordinator whose next slot is another's has a successor and writes no more. A write that ended in an error is settled
 * by its nonce before anything else is done. Claims are never deleted: a paused predecessor's next slot is always its
 * successor's claim.
 */
final class JobLog {

    /** How often a write of unknown outcome is tried again before it counts as not to be known. */
    static final int SETTLING_ATTEMPTS = 5;

    private static final Logger LOG = LoggerFactory.getLogger(JobLog.class);
    private static final TypeReference<LogEntry> ENTRY = new TypeReference<>() {};
    private static final int SEQ_DIGITS = 12;

    private final CheckpointStorage storage;
    private final String folder;
    private LogState state = LogState.EMPTY;

    JobLog(CheckpointStorage storage, String jobFolder) {
        this.storage = storage;
        this.folder = CheckpointFolders.join(jobFolder, "log");
    }

    /** What was read so far. */
    LogState state() {
        return state;
    }

    /** How an append ended. */
    enum Appended {
        /** The slot is ours. */
        WRITTEN,
        /** The slot is another's; nothing was written. */
        TAKEN,
        /** The slot may become ours or not. */
        UNKNOWN
    }

    /** Reads the log anew, from one listing; from another where slots of it were deleted meanwhile. */
    void read() throws IOException {
        long newestFull = -1;
        while (true) {
            List<Long> slots = slots();
            long full = slots.stream().filter(LogState::isFull).reduce(0L, Math::max);
            try {
                state = foldFrom(full, slots);
                return;
            } catch (DamagedCheckpointException e) {
                if (full <= newestFull || !(e.getCause() instanceof NoSuchFileException)) {
                    throw e;
                }
                newestFull = full;
            }
        }
    }

    private LogState foldFrom(long full, List<Long> slots) throws IOException {
        LogState folded = full == 0 ? LogState.EMPTY : fullState(full);
        long last = slots.isEmpty() ? 0 : slots.get(slots.size() - 1);
        for (long seq = full + 1; seq <= last; seq++) {
            folded = fold(folded, readSlot(seq));
        }
        return folded;
    }

    /** Whether a slot higher than the last one read exists. */
    boolean hasHigherSlot() throws IOException {
        List<Long> slots = slots();
        return !slots.isEmpty() && slots.get(slots.size() - 1) > state.lastSeq();
    }

    /** Whether the slot after the last one read is free. */
    boolean isNextSlotFree() throws IOException {
        try {
            storage.open(path(state.lastSeq() + 1)).close();
            return false;
        } catch (NoSuchFileException e) {
            return true;
        }
    }

    /** Slots there are, in rising order. */
    private List<Long> slots() throws IOException {
        List<Long> slots = new ArrayList<>();
        for (CheckpointStorage.StoredFile file : storage.list(folder)) {
            String name = file.path().substring(folder.length() + 1);
            if (name.length() == SEQ_DIGITS && name.chars().allMatch(Character::isDigit)) {
                slots.add(Long.parseLong(name));
            }
        }
        return slots;
    }

    private String path(long seq) {
        return folder + "/" + String.format("%0" + SEQ_DIGITS + "d", seq);
    }

    private LogState fullState(long seq) throws IOException {
        LogState full = readSlot(seq).full();
        if (full == null || full.lastSeq() != seq) {
            throw new DamagedCheckpointException(path(seq), "the slot should hold the whole state and doesn't");
        }
        return full;
    }

    private LogEntry readSlot(long seq) throws IOException {
        String path = path(seq);
        byte[] content;
        try (InputStream in = storage.open(path)) {
            content = in.readAllBytes();
        } catch (NoSuchFileException e) {
            throw new DamagedCheckpointException(path, "a slot of the job's log is missing", e);
        }
        LogEntry entry = Sealed.value(path, Sealed.open(path, content), ENTRY);
        if (entry.seq() != seq) {
            throw new DamagedCheckpointException(
                    path, "the slot is another's: found=" + entry.seq() + ", expected=" + seq);
        }
        return entry;
    }

    private LogState fold(LogState before, LogEntry entry) throws DamagedCheckpointException {
        try {
            return before.after(entry);
        } catch (IllegalStateException e) {
            throw new DamagedCheckpointException(
                    path(entry.seq()), "the slot can't follow its predecessors: " + e.getMessage(), e);
        }
    }

    /**
     * Writes the next slot.
     *
     * @param epoch the writer's
     */
    Appended append(long epoch, LogEntry.Change change) throws IOException {
        long seq = state.lastSeq() + 1;
        String nonce = UUID.randomUUID().toString();
        LogState after = state.after(new LogEntry(seq, epoch, nonce, change, null));
        LogEntry entry = new LogEntry(seq, epoch, nonce, change, LogState.isFull(seq) ? after : null);
        Appended outcome = put(entry);
        if (outcome == Appended.WRITTEN) {
            state = after;
            if (entry.full() != null) {
                deleteOlderSlots();
            }
        }
        return outcome;
    }

    /** Folds the slot that was taken by another. */
    void readNext() throws IOException {
        state = fold(state, readSlot(state.lastSeq() + 1));
    }

    private Appended put(LogEntry entry) {
        byte[] content = Sealed.seal(entry);
        for (int attempt = 1; attempt <= SETTLING_ATTEMPTS; attempt++) {
            try {
                boolean written = storage.putIfAbsent(path(entry.seq()), content);
                return written || isOurs(entry) ? Appended.WRITTEN : Appended.TAKEN;
            } catch (NotDurableException e) {
                // What is read back may be in memory only, and writing it again would tell nothing of that.
                LOG.warn("a slot of the job's log may be lost with the machine: slot={}", entry.seq(), e);
                return Appended.UNKNOWN;
            } catch (IOException e) {
                LOG.warn(
                        "the outcome of a write to the job's log is unknown, reading it back: slot={}", entry.seq(), e);
                Appended settled = settle(entry);
                if (settled != null) {
                    return settled;
                }
            }
        }
        return Appended.UNKNOWN;
    }

    /** Reads a slot back. Null where there is none yet, or it can't be read: writing it again settles that. */
    private @Nullable Appended settle(LogEntry entry) {
        try {
            if (storage.list(folder).stream().noneMatch(file -> file.path().equals(path(entry.seq())))) {
                return null;
            }
            return isOurs(entry) ? Appended.WRITTEN : Appended.TAKEN;
        } catch (IOException e) {
            return null;
        }
    }

    private boolean isOurs(LogEntry entry) throws IOException {
        LogEntry found = readSlot(entry.seq());
        return found.nonce().equals(entry.nonce());
    }

    private void deleteOlderSlots() {
        try {
            for (long seq : slots()) {
                if (seq < state.lastSeq() && !state.claims().contains(seq)) {
                    storage.delete(path(seq));
                }
            }
        } catch (IOException e) {
            LOG.warn("old slots of the job's log could not be deleted; the next full slot tries again: {}", folder, e);
        }
    }
}
