package dev.weir.operators.source.file;

import dev.weir.engine.plan.JobRefusedException;

/**
 * What can be wrong with the input. Each is a refusal: another attempt would meet the same file again, so the job ends at
 * once, and can go on from its last checkpoint when the cause is removed.
 */
final class InputFaults {

    private static final String GO_ON = "; then go on from the last checkpoint";

    private InputFaults() {}

    static JobRefusedException missing(String input) {
        return new JobRefusedException(
                "the input of a file source exists: '" + input + "' does not; correct the path, or create it first");
    }

    static JobRefusedException nothingMatches(String glob) {
        return new JobRefusedException("a glob matches at least one file: '" + glob
                + "' matches none; correct it, or read with continuous(...) to wait for files");
    }

    static JobRefusedException unreadable(String path, Throwable cause) {
        return new JobRefusedException(
                "an input file can be read: '" + path + "' can't: " + cause
                        + "; give this process the right to read it",
                cause);
    }

    static JobRefusedException notAFile(String path) {
        return new JobRefusedException("input is read from plain files: '" + path
                + "' is neither a file nor a folder; take it away or let its name start with '.'");
    }

    static JobRefusedException endlessLinks(String path) {
        return new JobRefusedException(
                "the folders of an input form no loop: '" + path + "' links to a folder above it; remove the link");
    }

    static JobRefusedException undecodableName(String path) {
        return new JobRefusedException("a file's name can be written in the encoding of this process: '" + path
                + "' can't; start Java with a locale that can, such as LC_ALL=C.UTF-8, or rename the file");
    }

    static JobRefusedException vanished(String path) {
        return new JobRefusedException("an input file stays until it is read: '" + path
                + "' was there when the input was listed and is gone; put it back as it was" + GO_ON);
    }

    static JobRefusedException changed(InputFile expected, InputFile found) {
        String rule = found.sizeBytes() < expected.sizeBytes()
                ? "an input file does not shrink while it is read: '"
                : "an input file does not change while it is read: '";
        return new JobRefusedException(rule + expected.path() + "' was " + versionOf(expected) + ", is "
                + versionOf(found) + "; put it back as it was" + GO_ON
                + ", and let files appear whole, by renaming them");
    }

    static JobRefusedException shrank(InputFile expected, long endBytes) {
        return new JobRefusedException("an input file does not shrink while it is read: '" + expected.path() + "' was "
                + versionOf(expected) + ", ends at byte " + endBytes + "; put it back as it was" + GO_ON);
    }

    static JobRefusedException damagedGzip(String path, String what, long offset) {
        return new JobRefusedException("a gzip file is whole and sound: '" + path + "': " + what + " at byte " + offset
                + " of the file; replace it by a sound one and start anew, or leave it out");
    }

    static JobRefusedException malformed(InputFile file, long offset) {
        return new JobRefusedException("lines are UTF-8: '" + file.path() + "' has other bytes at "
                + place(file, offset) + "; convert the file, or set malformed(MalformedInput.REPLACE)");
    }

    static JobRefusedException lineTooLong(InputFile file, long lineOffset, long atLeastBytes, int limitBytes) {
        return new JobRefusedException("a line has at most maxLineBytes bytes: '" + file.path() + "' has one of "
                + atLeastBytes + " or more at " + place(file, lineOffset) + ", maxLineBytes=" + limitBytes
                + "; raise maxLineBytes(...), or check the delimiter");
    }

    private static String place(InputFile file, long offset) {
        return file.compression() == InputFile.Compression.GZIP
                ? "byte " + offset + " of its uncompressed content"
                : "byte " + offset;
    }

    private static String versionOf(InputFile file) {
        return "{sizeBytes=" + file.sizeBytes() + ", modifiedNanos=" + file.modifiedNanos() + ", inode=" + file.inode()
                + "}";
    }
}
