package dev.weir.snapshot.format;

import java.util.OptionalLong;

/** Names of folders and files within a job's folder. They are part of the checkpoint format. */
public final class CheckpointFolders {

    /** The manifest's name within a checkpoint's folder. */
    public static final String MANIFEST = "manifest.json";

    private static final String PREFIX = "chk-";

    private CheckpointFolders() {}

    /** The folder of a checkpoint. */
    public static String name(long checkpointId) {
        return PREFIX + checkpointId;
    }

    /** The checkpoint a path within the job's folder belongs to; empty where it is none's. */
    public static OptionalLong checkpointOf(String path) {
        int end = path.indexOf('/');
        if (!path.startsWith(PREFIX) || end < 0) {
            return OptionalLong.empty();
        }
        String digits = path.substring(PREFIX.length(), end);
        boolean number =
                !digits.isEmpty() && digits.length() <= 18 && digits.chars().allMatch(Character::isDigit);
        return number ? OptionalLong.of(Long.parseLong(digits)) : OptionalLong.empty();
    }

    /** The segment's file: unique per attempt and subtask. */
    public static String segment(SnapshotTarget target) {
        return "e" + target.epoch() + "-a" + target.attempt() + "-c" + target.chain() + "-s" + target.index() + ".seg";
    }

    /** The file of native state: unique per attempt and subtask. */
    public static String nativeFile(SnapshotTarget target, int number) {
        return "e" + target.epoch() + "-a" + target.attempt() + "-c" + target.chain() + "-s" + target.index() + "-n"
                + number + ".dat";
    }

    /** What names a segment within all of a storage. */
    public static String identity(String jobFolder, SnapshotTarget target) {
        return jobFolder + "/" + name(target.checkpointId()) + "/" + segment(target);
    }

    /** Puts folder and path together; a folder may be empty. */
    public static String join(String folder, String path) {
        return folder.isEmpty() ? path : folder + "/" + path;
    }
}
