package dev.weir.snapshot.format;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keyed state of one operator in one subtask as files of its own backend. Only the backend of that name reads them.
 *
 * @param backend the backend's name
 * @param formatVersion of the backend's files
 * @param maxParallelism by which the key groups in the files are counted
 * @param states what is in the files; their groups are empty, as no segment holds them
 * @param files all files, those that earlier checkpoints have written already among them
 */
public record NativeIndex(
        String backend,
        int formatVersion,
        int maxParallelism,
        List<SegmentIndex.KeyedStateIndex> states,
        List<NativeFile> files) {

    public NativeIndex {
        states = List.copyOf(states);
        files = List.copyOf(files);
    }

    /**
     * One file: one of its own in the storage, or a block of the segment.
     *
     * @param name what the backend calls it
     * @param path within the job's folder; null where it is in the segment
     * @param sizeBytes of its content
     * @param crc32c of its whole content
     * @param offset of the block in the segment, in bytes; 0 where it is a file of its own
     */
    public record NativeFile(
            String name,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String path,

            long sizeBytes,
            int crc32c,
            @JsonInclude(JsonInclude.Include.NON_DEFAULT) long offset) {

        /** A file of its own in the storage. */
        public NativeFile(String name, String path, long sizeBytes, int crc32c) {
            this(name, path, sizeBytes, crc32c, 0);
        }
    }
}
