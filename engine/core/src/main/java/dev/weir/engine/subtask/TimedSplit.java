package dev.weir.engine.subtask;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * A split in a checkpoint, with what operators keep for it: so that travels with the split to whoever reads it next.
 *
 * @param split as the source encodes it
 * @param parts by operator uid
 */
@SuppressWarnings("ArrayRecordComponent") // never compared: a carrier of bytes
record TimedSplit(byte[] split, Map<String, byte[]> parts) {

    private static final byte VERSION = 1;

    byte[] encode() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeByte(VERSION);
        write(out, split);
        out.writeInt(parts.size());
        for (Map.Entry<String, byte[]> part : new TreeMap<>(parts).entrySet()) {
            out.writeUTF(part.getKey());
            write(out, part.getValue());
        }
        return bytes.toByteArray();
    }

    static TimedSplit decode(byte[] bytes) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        byte version = in.readByte();
        if (version != VERSION) {
            throw new IOException("a split in a checkpoint has version " + VERSION + ": got " + version
                    + "; it was written by another version of the engine, or is damaged");
        }
        byte[] split = read(in);
        Map<String, byte[]> parts = new TreeMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            parts.put(in.readUTF(), read(in));
        }
        return new TimedSplit(split, parts);
    }

    private static void write(DataOutputStream out, byte[] part) throws IOException {
        out.writeInt(part.length);
        out.write(part);
    }

    private static byte[] read(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > in.available()) {
            throw new IOException("a split in a checkpoint is cut short: a part of " + length + " bytes, of which "
                    + in.available() + " are there");
        }
        return in.readNBytes(length);
    }
}
