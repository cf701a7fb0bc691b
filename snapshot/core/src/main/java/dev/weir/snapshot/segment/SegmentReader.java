package dev.weir.snapshot.segment;

import dev.weir.snapshot.format.DamagedCheckpointException;
import dev.weir.snapshot.format.Sealed;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads blocks of a segment, in the order they lie. Invariant: no byte of a block is handed out before its length and
 * checksum were verified; a forged length costs no more memory than the file has bytes.
 */
final class SegmentReader {

    /** A block that is wanted. */
    record Wanted(String place, long offset, int length) {}

    private final String file;
    private final String identity;
    private final long sizeBytes;

    /**
     * Of one segment.
     *
     * @param file the path within the storage, for messages
     * @param identity what the segment's head must say
     * @param sizeBytes its length
     */
    SegmentReader(String file, String identity, long sizeBytes) {
        this.file = file;
        this.identity = identity;
        this.sizeBytes = sizeBytes;
    }

    /** Payloads by place. */
    Map<String, byte[]> read(InputStream in, List<Wanted> wanted) throws IOException {
        List<Wanted> inOrder = new ArrayList<>(wanted);
        inOrder.sort(Comparator.comparingLong(Wanted::offset));
        Map<String, byte[]> payloads = new HashMap<>();
        Pass pass = new Pass(in);
        for (Wanted block : inOrder) {
            payloads.put(block.place, pass.next(block));
        }
        return payloads;
    }

    /** Goes once through a segment. Blocks are asked for in the order they lie. */
    final class Pass {

        private final InputStream in;
        private long position;

        /** Verifies the head. The stream stays the caller's. */
        Pass(InputStream in) throws IOException {
            this.in = in;
            this.position = readHead(in);
        }

        /** The payload of a block behind the last. */
        byte[] next(Wanted block) throws IOException {
            requireInside(block, position);
            skip(in, block.offset - position);
            byte[] payload = readBlock(in, block);
            position = block.offset + block.length;
            return payload;
        }

        /** Reads what is left and sees that the segment has its length. */
        void end() throws IOException {
            position += in.transferTo(OutputStream.nullOutputStream());
            if (position != sizeBytes) {
                throw lengthDiffers(position);
            }
        }
    }

    /** The same from bytes that are the whole segment; they are verified as one first. */
    Map<String, byte[]> read(byte[] segment, int crc32c, List<Wanted> wanted) throws IOException {
        if (segment.length == 0) {
            throw new DamagedCheckpointException(file, "the segment is empty");
        }
        if (segment.length != sizeBytes) {
            throw lengthDiffers(segment.length);
        }
        requireChecksum(crc32c, Sealed.crc32c(segment));
        return read(new ByteArrayInputStream(segment), wanted);
    }

    /** Sees that the checksum of the whole segment is the one that was written. */
    void requireChecksum(int written, int computed) throws DamagedCheckpointException {
        if (computed != written) {
            throw differs("of the segment", written, computed);
        }
    }

    private DamagedCheckpointException lengthDiffers(long found) {
        return new DamagedCheckpointException(file, "the length differs: found=" + found + ", expected=" + sizeBytes);
    }

    private long readHead(InputStream in) throws IOException {
        byte[] expected = SegmentOutput.head(identity);
        byte[] found = in.readNBytes(expected.length);
        if (found.length == 0) {
            throw new DamagedCheckpointException(file, "the file is empty");
        }
        int common = Math.min(SegmentOutput.MAGIC.length, found.length);
        if (!Arrays.equals(found, 0, common, SegmentOutput.MAGIC, 0, common)) {
            throw new DamagedCheckpointException(file, "the file is no segment of Weir");
        }
        if (found.length == expected.length && found[SegmentOutput.MAGIC.length] > SegmentOutput.VERSION) {
            throw new DamagedCheckpointException(
                    file,
                    "the segment is of a newer format: found version=" + found[SegmentOutput.MAGIC.length]
                            + ", newest known version=" + SegmentOutput.VERSION);
        }
        if (found.length < expected.length) {
            throw truncated(found.length);
        }
        if (!Arrays.equals(found, expected)) {
            throw new DamagedCheckpointException(
                    file, "the file's head is damaged, or it is another's: expected=" + identity);
        }
        return expected.length;
    }

    private void requireInside(Wanted block, long position) throws DamagedCheckpointException {
        boolean inside = block.offset >= position
                && block.length >= SegmentOutput.BLOCK_HEAD_BYTES
                && block.offset + block.length <= sizeBytes;
        if (!inside) {
            throw new DamagedCheckpointException(
                    file,
                    "the index names a block outside of the segment: offset=" + block.offset + ", length="
                            + block.length + ", segment length=" + sizeBytes);
        }
    }

    private void skip(InputStream in, long bytes) throws IOException {
        try {
            in.skipNBytes(bytes);
        } catch (EOFException e) {
            throw new DamagedCheckpointException(file, "the file is truncated: expected length=" + sizeBytes, e);
        }
    }

    private byte[] readBlock(InputStream in, Wanted block) throws IOException {
        byte[] head = in.readNBytes(SegmentOutput.BLOCK_HEAD_BYTES);
        if (head.length < SegmentOutput.BLOCK_HEAD_BYTES) {
            throw truncated(block.offset + head.length);
        }
        ByteBuffer fields = ByteBuffer.wrap(head);
        int length = fields.getInt();
        int stored = fields.getInt();
        int expectedLength = block.length - SegmentOutput.BLOCK_HEAD_BYTES;
        if (length != expectedLength) {
            throw new DamagedCheckpointException(
                    file,
                    "a block's length differs: offset=" + block.offset + ", found=" + length + ", expected="
                            + expectedLength);
        }
        byte[] payload = in.readNBytes(length);
        if (payload.length < length) {
            throw truncated(block.offset + SegmentOutput.BLOCK_HEAD_BYTES + payload.length);
        }
        int computed = SegmentOutput.blockChecksum(block.place, payload, length);
        if (computed != stored) {
            throw differs("of the block at offset " + block.offset, stored, computed);
        }
        return payload;
    }

    private DamagedCheckpointException truncated(long found) {
        return new DamagedCheckpointException(
                file, "the file is truncated: found length=" + found + ", expected length=" + sizeBytes);
    }

    private DamagedCheckpointException differs(String what, int stored, int computed) {
        return new DamagedCheckpointException(
                file,
                "the checksum " + what + " differs: stored=" + Integer.toHexString(stored) + ", computed="
                        + Integer.toHexString(computed));
    }
}
