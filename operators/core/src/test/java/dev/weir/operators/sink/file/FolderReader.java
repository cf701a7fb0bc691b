package dev.weir.operators.sink.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Reads a folder as readers do: without what has a hidden name, or lies in a folder that has. */
public final class FolderReader {

    private FolderReader() {}

    /** Lines of all files that show, in the order of the files' paths. */
    public static List<String> lines(Path folder) throws IOException {
        List<String> lines = new ArrayList<>();
        for (Path file : files(folder)) {
            String text = Files.readString(file, StandardCharsets.UTF_8);
            if (!text.endsWith("\n")) {
                throw new AssertionError("a committed file ends with a whole line: " + file + " has '" + text + "'");
            }
            lines.addAll(text.lines().toList());
        }
        return lines;
    }

    /** All files that show. */
    public static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> !isHidden(folder, file))
                    .sorted()
                    .toList();
        }
    }

    /** All that doesn't show, folders too. */
    public static List<Path> hidden(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> !file.equals(folder) && isHidden(folder, file))
                    .sorted()
                    .toList();
        }
    }

    private static boolean isHidden(Path folder, Path file) {
        for (Path name : folder.relativize(file)) {
            if (name.toString().startsWith(".") || name.toString().startsWith("_")) {
                return true;
            }
        }
        return false;
    }
}
