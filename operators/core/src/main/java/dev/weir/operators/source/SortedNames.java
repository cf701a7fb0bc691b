package dev.weir.operators.source;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Names as bytes: how many, then of each in order how many chars it has in common with the one before, and the rest. So a
 * path costs about as much as its file's name.
 */
public final class SortedNames {

    private SortedNames() {}

    public static void write(DataOutput out, SortedSet<String> names) throws IOException {
        out.writeInt(names.size());
        String before = "";
        for (String name : names) {
            int common = commonLength(before, name);
            out.writeShort(common);
            out.writeUTF(name.substring(common));
            before = name;
        }
    }

    /** What {@link #write} wrote. */
    public static SortedSet<String> read(DataInput in) throws IOException {
        SortedSet<String> names = new TreeSet<>();
        String before = "";
        for (int left = in.readInt(); left > 0; left--) {
            before = before.substring(0, in.readUnsignedShort()) + in.readUTF();
            names.add(before);
        }
        return names;
    }

    private static int commonLength(String a, String b) {
        int limit = Math.min(Math.min(a.length(), b.length()), (1 << Short.SIZE) - 1);
        int common = 0;
        while (common < limit && a.charAt(common) == b.charAt(common)) {
            common++;
        }
        return common;
    }
}
