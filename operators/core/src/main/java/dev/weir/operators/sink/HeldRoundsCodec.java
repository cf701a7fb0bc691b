package dev.weir.operators.sink;

import dev.weir.snapshot.codec.Schema;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * All rounds that a subtask holds, as one element of its state: so a restore at another parallelism deals them out
 * together, and keeps their order. The length of the head; the head, which says what the rounds are; the encoded records of
 * all batches, one after the other.
 */
final class HeldRoundsCodec {

    private static final int VERSION = 1;

    private HeldRoundsCodec() {}

    static byte[] encode(List<HeldRound> rounds) throws IOException {
        byte[] head = head(rounds);
        long total = Integer.BYTES
                + head.length
                + rounds.stream().mapToLong(HeldRound::lengthBytes).sum();
        byte[] element = new byte[Math.toIntExact(total)];
        ByteBuffer.wrap(element).putInt(head.length).put(head);
        int at = Integer.BYTES + head.length;
        for (HeldRound round : rounds) {
            for (HeldBatch batch : round.batches()) {
                batch.copyTo(element, at);
                at += batch.lengthBytes();
            }
        }
        return element;
    }

    private static byte[] head(List<HeldRound> rounds) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeByte(VERSION);
        out.writeInt(rounds.size());
        for (HeldRound round : rounds) {
            TransactionId id = round.id();
            out.writeUTF(id.lineage());
            out.writeUTF(id.sinkUid());
            out.writeInt(id.subtask());
            out.writeLong(id.attempt());
            out.writeLong(id.number());
            out.writeLong(round.checkpointId());
            SchemaCodec.write(out, round.schema());
            out.writeInt(round.batches().size());
            for (HeldBatch batch : round.batches()) {
                out.writeInt(batch.records());
                out.writeInt(batch.lengthBytes());
            }
        }
        return bytes.toByteArray();
    }

    /** The rounds of one element, which must not be changed afterwards. */
    static List<HeldRound> decode(byte[] element) throws IOException {
        int headLength = ByteBuffer.wrap(element).getInt();
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(element, Integer.BYTES, headLength));
        int version = in.readByte();
        if (version != VERSION) {
            throw new IOException("what a write-ahead sink holds is stored in version " + VERSION + ": got version "
                    + version + "; restore with the release that wrote it");
        }
        int at = Integer.BYTES + headLength;
        int count = in.readInt();
        List<HeldRound> rounds = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            TransactionId id =
                    new TransactionId(in.readUTF(), in.readUTF(), in.readInt(), in.readLong(), in.readLong());
            long checkpointId = in.readLong();
            Schema schema = SchemaCodec.read(in);
            int batchCount = in.readInt();
            List<HeldBatch> batches = new ArrayList<>();
            for (int b = 0; b < batchCount; b++) {
                int records = in.readInt();
                int lengthBytes = in.readInt();
                batches.add(new HeldBatch.InMemory(records, element, at, lengthBytes));
                at += lengthBytes;
            }
            rounds.add(new HeldRound(id, checkpointId, schema, batches, null, HeldRound.Past.RESTORED));
        }
        return rounds;
    }
}
