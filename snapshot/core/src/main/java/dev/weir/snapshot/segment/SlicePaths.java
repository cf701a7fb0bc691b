package dev.weir.snapshot.segment;

import dev.weir.snapshot.format.CheckpointFolders;
import dev.weir.snapshot.format.SegmentIndex.Block;
import dev.weir.snapshot.format.SubtaskStateHandle;
import dev.weir.snapshot.restore.SubtaskSlice;

/**
 * Where in the storage the files of a slice are. What a checkpoint wrote itself is in its folder, wherever that is now;
 * files of older checkpoints are in their folders beside it.
 */
final class SlicePaths {

    private final String jobFolder;
    private final String folder;

    /** @param jobFolder the job's folder within the storage; empty for the storage's root */
    SlicePaths(String jobFolder, SubtaskSlice slice) {
        this(jobFolder, slice.folder());
    }

    /** @param folder of the checkpoint, within the job's */
    SlicePaths(String jobFolder, String folder) {
        this.jobFolder = jobFolder;
        this.folder = CheckpointFolders.join(jobFolder, folder);
    }

    /** The segment of a handle; where it is part of the manifest, words that say so. */
    String own(SubtaskStateHandle handle) {
        return CheckpointFolders.join(
                folder,
                handle.file() == null ? CheckpointFolders.MANIFEST + " (" + handle.identity() + ")" : handle.file());
    }

    /** A segment that the handle's index counts. */
    String of(SubtaskStateHandle handle, int segment) {
        return segment == Block.OWN
                ? own(handle)
                : of(handle, handle.index().others().get(segment - 1).path());
    }

    /** A file that the handle's index names by its path within the job's folder. */
    String of(SubtaskStateHandle handle, String path) {
        String own = CheckpointFolders.name(handle.checkpointId()) + "/";
        return path.startsWith(own)
                ? CheckpointFolders.join(folder, path.substring(own.length()))
                : CheckpointFolders.join(jobFolder, path);
    }
}
