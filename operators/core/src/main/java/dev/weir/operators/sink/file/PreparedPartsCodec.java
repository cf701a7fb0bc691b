package dev.weir.operators.sink.file;

import dev.weir.engine.source.StateCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Version, folder, number of parts, and for each its phase, names and length. */
final class PreparedPartsCodec implements StateCodec<PreparedParts> {

    private static final int VERSION = 1;
    private static final int IN_PROGRESS = 1;
    private static final int PENDING = 2;

    @Override
    public byte[] encode(PreparedParts token) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeByte(VERSION);
        out.writeUTF(token.folder());
        out.writeInt(token.parts().size());
        for (PreparedPart part : token.parts()) {
            out.writeByte(part.phase() == PreparedPart.Phase.PENDING ? PENDING : IN_PROGRESS);
            out.writeUTF(part.hiddenName());
            out.writeUTF(part.committedPath());
            out.writeLong(part.lengthBytes());
        }
        return bytes.toByteArray();
    }

    @Override
    public PreparedParts decode(byte[] bytes) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        int version = in.readByte();
        if (version != VERSION) {
            throw new IOException("the parts of a file sink are stored in version " + VERSION + ": got version "
                    + version + "; restore with the release that wrote them");
        }
        String folder = in.readUTF();
        int count = in.readInt();
        List<PreparedPart> parts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            parts.add(new PreparedPart(phaseOf(in.readByte()), in.readUTF(), in.readUTF(), in.readLong()));
        }
        return new PreparedParts(folder, parts);
    }

    private static PreparedPart.Phase phaseOf(int code) throws IOException {
        return switch (code) {
            case IN_PROGRESS -> PreparedPart.Phase.IN_PROGRESS;
            case PENDING -> PreparedPart.Phase.PENDING;
            default -> throw new IOException("a part is in progress (1) or pending (2): got " + code);
        };
    }
}
