package dev.weir.snapshot.format;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All there is to know of a checkpoint or savepoint. Paths in it are relative to its own folder, so a moved folder
 * restores. As a file it is JSON to be read by people, with a checksum.
 *
 * @param lineage the run it belongs to
 * @param parentLineage the run that one was started from; null for a first one
 * @param epoch the coordinator that made it
 * @param attempt the execution attempt that made it
 * @param triggerTimestampMillis wall-clock time of the trigger, since 1970
 * @param nonce unlike any other manifest's
 * @param scales by operator uid
 * @param enumerators state of the sources' enumerators, by operator uid
 */
public record Manifest(
        int formatVersion,
        String jobId,
        String lineage,
        @Nullable String parentLineage,
        long checkpointId,
        long epoch,
        long attempt,
        Kind kind,
        long triggerTimestampMillis,
        String nonce,
        Map<String, OperatorScale> scales,
        Map<String, byte[]> enumerators,
        List<SubtaskEntry> subtasks) {

    /** The version this program writes. Since 2 a checkpoint may refer to files of older ones. */
    public static final int FORMAT_VERSION = 2;

    private static final TypeReference<Manifest> TYPE = new TypeReference<>() {};

    public Manifest {
        scales = new TreeMap<>(scales);
        enumerators = new TreeMap<>(enumerators);
        subtasks = List.copyOf(subtasks);
    }

    /** Names are part of the checkpoint format. */
    public enum Kind {
        CHECKPOINT,
        SAVEPOINT,
        /** A savepoint after the end of event time: the lineage that took it reads nothing any more. */
        DRAIN
    }

    /** How an operator was spread. */
    public record OperatorScale(int parallelism, int maxParallelism) {}

    /**
     * What one subtask added.
     *
     * @param operatorUids in chain order
     */
    public record SubtaskEntry(int chain, int index, List<String> operatorUids, SubtaskStateHandle handle) {
        public SubtaskEntry {
            operatorUids = List.copyOf(operatorUids);
        }
    }

    /** The file's bytes. */
    public byte[] toBytes() {
        return Sealed.seal(this);
    }

    /**
     * Reads a manifest.
     *
     * @param file its path, for messages
     * @throws DamagedCheckpointException where the bytes aren't what was written
     * @throws IOException where a newer version wrote it: found and expected versions named
     */
    public static Manifest parse(String file, byte[] bytes) throws IOException {
        JsonNode content = Sealed.open(file, bytes);
        int found = content.path("formatVersion").asInt(0);
        if (found > FORMAT_VERSION) {
            throw new IOException("a checkpoint of a newer format can't be read: file=" + file + ", found version="
                    + found + ", newest known version=" + FORMAT_VERSION
                    + "; restore it with the version of Weir that wrote it");
        }
        return Sealed.value(file, content, TYPE);
    }
}
