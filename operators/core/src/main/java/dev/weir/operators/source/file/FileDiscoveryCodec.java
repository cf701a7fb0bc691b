package dev.weir.operators.source.file;

import dev.weir.engine.source.Source.Boundedness;
import dev.weir.engine.source.StateCodec;
import dev.weir.operators.source.SortedNames;
import dev.weir.operators.source.SplitListCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;

/**
 * The enumerator's state as bytes: version, flags, pending splits, then the known paths.
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
        SortedNames.write(out, state.known());
        return bytes.toByteArray();
    }

    @Override
    public FileDiscovery decode(byte[] bytes) throws IOException {
        StoredState.check("file source", bytes, VERSION);
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, 1, bytes.length - 1));
        Boundedness boundedness = in.readBoolean() ? Boundedness.BOUNDED : Boundedness.UNBOUNDED;
        boolean listed = in.readBoolean();
        List<FileSplit> pending = splits.decode(in.readNBytes(in.readInt()));
        return new FileDiscovery(boundedness, listed, pending, SortedNames.read(in));
    }
}
