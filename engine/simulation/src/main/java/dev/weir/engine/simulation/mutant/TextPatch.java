package dev.weir.engine.simulation.mutant;

import java.util.ArrayList;
import java.util.List;

/**
 * A patch of one place in one file, in the unified format. Line numbers are not looked at: the lines it replaces must
 * stand in the file exactly once, so a patch that no longer says what it said is refused.
 *
 * @param name what it is called
 * @param fault what it breaks, in a sentence
 * @param file the path from the root of the sources' repository
 */
record TextPatch(String name, String fault, String file, List<String> before, List<String> after) {

    private static final String FILE = "+++ b/";
    private static final String HUNK = "@@";

    static TextPatch parse(String name, String text) {
        List<String> comment = new ArrayList<>();
        List<String> before = new ArrayList<>();
        List<String> after = new ArrayList<>();
        String file = "";
        int hunks = 0;
        for (String line : text.lines().toList()) {
            if (line.startsWith(FILE)) {
                file = line.substring(FILE.length()).strip();
            } else if (line.startsWith(HUNK)) {
                hunks++;
            } else if (hunks > 0) {
                addLine(line, before, after);
            } else if (!line.startsWith("---")) {
                comment.add(line);
            }
        }
        if (file.isEmpty() || hunks != 1) {
            throw new IllegalArgumentException("a mutant's patch changes one place of one file: patch=" + name
                    + ", file=" + file + ", places=" + hunks);
        }
        return new TextPatch(name, String.join(" ", comment).strip(), file, List.copyOf(before), List.copyOf(after));
    }

    private static void addLine(String line, List<String> before, List<String> after) {
        String content = line.isEmpty() ? "" : line.substring(1);
        if (!line.startsWith("+")) {
            before.add(content);
        }
        if (!line.startsWith("-")) {
            after.add(content);
        }
    }

    /** The source with the fault in it. @throws IllegalStateException where the patch no longer applies */
    String applyTo(String source) {
        String wanted = String.join("\n", before) + "\n";
        int at = source.indexOf(wanted);
        if (at < 0 || source.indexOf(wanted, at + 1) >= 0) {
            throw new IllegalStateException("a mutant's patch applies in exactly one place: patch=" + name + ", file="
                    + file + ", found=" + (at < 0 ? "nowhere" : "twice") + "; make the patch anew");
        }
        return source.substring(0, at) + String.join("\n", after) + "\n" + source.substring(at + wanted.length());
    }

    /** The class the file declares. */
    String className() {
        String path = file.substring(file.indexOf("/java/") + "/java/".length(), file.length() - ".java".length());
        return path.replace('/', '.');
    }
}
