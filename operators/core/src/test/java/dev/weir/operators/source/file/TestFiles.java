package dev.weir.operators.source.file;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** Files of these tests, and what is in them by the simplest reading there is. */
final class TestFiles {

    private TestFiles() {}

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static Path write(Path folder, String name, byte[] content) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.write(file, content);
    }

    static Path write(Path folder, String name, String content) throws IOException {
        return write(folder, name, utf8(content));
    }

    /** One gzip member. */
    static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(content);
        }
        return packed.toByteArray();
    }

    static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    /** The lines of a file's content, found byte by byte; a null delimiter is for text lines. */
    static List<String> linesOf(byte[] content, @Nullable String delimiter) {
        byte[] end = utf8(delimiter == null ? "\n" : delimiter);
        byte[] mark = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};
        boolean isMarked = content.length >= 3 && Arrays.equals(content, 0, 3, mark, 0, 3);
        int start = isMarked ? 3 : 0;
        List<String> lines = new ArrayList<>();
        int at = start;
        while (at + end.length <= content.length) {
            if (Arrays.equals(content, at, at + end.length, end, 0, end.length)) {
                boolean hasReturn = delimiter == null && at > start && content[at - 1] == '\r';
                lines.add(text(content, start, hasReturn ? at - 1 : at));
                at += end.length;
                start = at;
            } else {
                at++;
            }
        }
        if (start < content.length) {
            lines.add(text(content, start, content.length));
        }
        return lines;
    }

    private static String text(byte[] content, int from, int to) {
        return new String(content, from, to - from, StandardCharsets.UTF_8);
    }
}
