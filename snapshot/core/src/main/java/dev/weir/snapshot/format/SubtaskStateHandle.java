package dev.weir.snapshot.format;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the state of one subtask is: in a file, or in the handle itself. Small enough for messages and manifests.
 *
 * @param identity names the job, checkpoint, attempt and subtask; stands in the segment too, so that another's isn't taken
 *     for it
 * @param checkpointId the checkpoint whose folder the file is in
 * @param file the file's name in the checkpoint's folder; null where the segment is inline
 * @param inline the segment; null where it is a file
 * @param sizeBytes the segment's length
 * @param crc32c of the whole segment
 */
@SuppressWarnings("ArrayRecordComponent") // equality is defined below
public record SubtaskStateHandle(
        String identity,
        long checkpointId,
        @Nullable String file,
        byte @Nullable [] inline,
        long sizeBytes,
        int crc32c,
        SegmentIndex index) {

    public SubtaskStateHandle(
            String identity,
            long checkpointId,
            @Nullable String file,
            byte @Nullable [] inline,
            long sizeBytes,
            int crc32c,
            SegmentIndex index) {
        if ((file == null) == (inline == null)) {
            throw new IllegalArgumentException("a state handle has a file or inline bytes, and not both: " + identity);
        }
        this.identity = identity;
        this.checkpointId = checkpointId;
        this.file = file;
        this.inline = inline;
        this.sizeBytes = sizeBytes;
        this.crc32c = crc32c;
        this.index = index;
    }

    /** Paths of the files it refers to, within the job's folder. */
    @JsonIgnore
    public List<String> files() {
        return file == null ? List.of() : List.of(CheckpointFolders.name(checkpointId) + "/" + file);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SubtaskStateHandle handle
                && handle.identity.equals(identity)
                && handle.crc32c == crc32c
                && handle.sizeBytes == sizeBytes
                && handle.index.equals(index);
    }

    @Override
    public int hashCode() {
        return identity.hashCode() * 31 + crc32c;
    }

    @Override
    public String toString() {
        return "SubtaskStateHandle[" + identity + ", " + (file == null ? "inline" : file) + ", " + sizeBytes
                + " bytes]";
    }
}
