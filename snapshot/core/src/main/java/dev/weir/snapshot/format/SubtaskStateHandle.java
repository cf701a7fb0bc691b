package dev.weir.snapshot.format;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.weir.snapshot.format.NativeIndex.NativeFile;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
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

    /** Paths of all files it refers to, within the job's folder: its own, and those of older checkpoints. */
    @JsonIgnore
    public List<String> files() {
        return List.copyOf(lengths().keySet());
    }

    /** The lengths of all files it refers to, by their paths within the job's folder. */
    @JsonIgnore
    public Map<String, Long> lengths() {
        Map<String, Long> lengths = new TreeMap<>();
        if (file != null) {
            lengths.put(CheckpointFolders.name(checkpointId) + "/" + file, sizeBytes);
        }
        index.others().forEach(other -> lengths.put(other.path(), other.sizeBytes()));
        index.nativeFiles().forEach(nativeFile -> {
            if (nativeFile.path() != null) {
                lengths.put(nativeFile.path(), nativeFile.sizeBytes());
            }
        });
        return lengths;
    }

    /** Paths of the files that were written for it, within the job's folder. */
    @JsonIgnore
    public List<String> ownFiles() {
        return files().stream().filter(this::isOwn).toList();
    }

    private boolean isOwn(@Nullable String path) {
        return path != null && path.startsWith(CheckpointFolders.name(checkpointId) + "/");
    }

    /** How many bytes were written for it. */
    @JsonIgnore
    public long newBytes() {
        return sizeBytes + nativeBytes(file -> isOwn(file.path()));
    }

    /** How many bytes a restore of all of it reads, those that older checkpoints have written included. */
    @JsonIgnore
    public long fullBytes() {
        return sizeBytes + index.referredBytes() + nativeBytes(file -> file.path() != null);
    }

    private long nativeBytes(Predicate<NativeFile> which) {
        return index.nativeFiles()
                .filter(which)
                .mapToLong(NativeFile::sizeBytes)
                .sum();
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
