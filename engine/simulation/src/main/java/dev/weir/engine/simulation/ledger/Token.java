package dev.weir.engine.simulation.ledger;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A prepared transaction as it stands in a sink's state: all that is needed to commit it, by whomever. */
public record Token(String lineage, String uid, int subtask, long checkpointId, long transaction) {

    public byte[] toBytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeUTF(lineage);
            out.writeUTF(uid);
            out.writeInt(subtask);
            out.writeLong(checkpointId);
            out.writeLong(transaction);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    public static Token parse(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            return new Token(in.readUTF(), in.readUTF(), in.readInt(), in.readLong(), in.readLong());
        } catch (IOException damaged) {
            throw new UncheckedIOException(damaged);
        }
    }
}
