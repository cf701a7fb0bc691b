package dev.weir.operators.source.file;

import dev.weir.engine.source.Source.Boundedness;
import dev.weir.engine.source.StateCodec;
import dev.weir.operators.source.SplitListCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The enumerator's state as bytes: version, flags, pending splits, then the known paths in order, of each how many chars
 * it has in common with the one before, and the rest. So a path costs about as much as its file's name.
 */
final class FileDiscoveryCodec implements StateCodec<FileDiscovery> {

    private static final byte VERSION = 1;

    private final StateCodec<List<FileSplit>> splits = new SplitListCodec<>(new FileSplitCodec());

    @Override
    public byte[] encode(FileDiscovery state) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeByte(VERSION);
        out.writeBoolean(state.boundedness() == Boundedness.BOUNDED);
        out.writeBoolean(state.listed());
        byte[] pending = splits.encode(state.pending());
        out.writeInt(pending.length);
        out.write(pending);
        out.writeInt(state.known().size());
        String before = "";
        for (String path : state.known()) {
            int common = commonLength(before, path);
            out.writeShort(common);
            out.writeUTF(path.substring(common));
            before = path;
        }
        return bytes.toByteArray();
    }

    @Override
    public FileDiscovery decode(byte[] bytes) throws IOException {
        StoredState.check("file source", bytes, VERSION);
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, 1, bytes.length - 1));
        Boundedness boundedness = in.readBoolean() ? Boundedness.BOUNDED : Boundedness.UNBOUNDED;
        boolean listed = in.readBoolean();
        List<FileSplit> pending = splits.decode(in.readNBytes(in.readInt()));
        SortedSet<String> known = new TreeSet<>();
        String before = "";
        for (int left = in.readInt(); left > 0; left--) {
            before = before.substring(0, in.readUnsignedShort()) + in.readUTF();
            known.add(before);
        }
        return new FileDiscovery(boundedness, listed, pending, known);
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
