package dev.weir.operators.sink;

import dev.weir.engine.source.StateCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** Encodes a prepared transaction: version, id, checkpoint, and the token as the sink encodes it. */
record PreparedCodec<TXN>(StateCodec<TXN> tokens) implements StateCodec<Prepared<TXN>> {

    private static final int VERSION = 1;

    @Override
    public byte[] encode(Prepared<TXN> prepared) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        TransactionId id = prepared.id();
        out.writeByte(VERSION);
        out.writeUTF(id.lineage());
        out.writeUTF(id.sinkUid());
        out.writeInt(id.subtask());
        out.writeLong(id.attempt());
        out.writeLong(id.number());
        out.writeLong(prepared.checkpointId());
        byte[] token = tokens.encode(prepared.token());
        out.writeInt(token.length);
        out.write(token);
        return bytes.toByteArray();
    }

    @Override
    public Prepared<TXN> decode(byte[] bytes) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        int version = in.readByte();
        if (version != VERSION) {
            throw new IOException("a prepared transaction is stored in version " + VERSION + ": got version " + version
                    + "; restore with the release that wrote it");
        }
        TransactionId id = new TransactionId(in.readUTF(), in.readUTF(), in.readInt(), in.readLong(), in.readLong());
        long checkpointId = in.readLong();
        byte[] token = new byte[in.readInt()];
        in.readFully(token);
        return new Prepared<>(id, checkpointId, tokens.decode(token));
    }
}
