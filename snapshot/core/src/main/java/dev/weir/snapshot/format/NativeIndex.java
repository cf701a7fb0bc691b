package dev.weir.snapshot.format;

import java.util.List;

/**
 * The keyed state of one operator in one subtask as files of its own backend. Only the backend of that name reads them.
 *
 * @param backend the backend's name
 * @param formatVersion of the backend's files
 * @param states what is in the files; their groups are empty, as no segment holds them
 * @param files all files, those that earlier checkpoints have written already among them
 */
public record NativeIndex(
        String backend, int formatVersion, List<SegmentIndex.KeyedStateIndex> states, List<NativeFile> files) {

    public NativeIndex {
        states = List.copyOf(states);
        files = List.copyOf(files);
    }

    /**
     * One file.
     *
     * @param name what the backend calls it
     * @param path within the job's folder
     * @param crc32c of its whole content
     */
    public record NativeFile(String name, String path, long sizeBytes, int crc32c) {}
}
