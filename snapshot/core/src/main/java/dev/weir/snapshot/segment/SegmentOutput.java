package dev.weir.snapshot.segment;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * The bytes of a segment: a head with magic, version and identity, then blocks, each with length and CRC32C. Bytes are
 * kept in memory up to a threshold; beyond it they go to the file. Invariant: a segment whose length stays below the
 * threshold never touches the file.
 */
final class SegmentOutput {

    static final byte[] MAGIC = "WEIRSEG".getBytes(StandardCharsets.US_ASCII);
    static final byte VERSION = 1;

    /** Length and checksum before a block's payload. */
    static final int BLOCK_HEAD_BYTES = 8;

    private final OutputStream file;
    private final int inlineThresholdBytes;
    private final ByteArrayOutputStream memory = new ByteArrayOutputStream();
    private final CRC32C checksum = new CRC32C();
    private long position;
    private boolean inFile;

    SegmentOutput(OutputStream file, int inlineThresholdBytes, String identity) throws IOException {
        this.file = file;
        this.inlineThresholdBytes = inlineThresholdBytes;
        append(head(identity));
    }

    static byte[] head(String identity) {
        byte[] name = identity.getBytes(StandardCharsets.UTF_8);
        ByteBuffer head = ByteBuffer.allocate(MAGIC.length + 1 + Integer.BYTES + name.length + Integer.BYTES);
        head.put(MAGIC).put(VERSION).putInt(name.length).put(name);
        CRC32C ofHead = new CRC32C();
        ofHead.update(head.array(), 0, head.position());
        return head.putInt((int) ofHead.getValue()).array();
    }

    /** The checksum of a block: of where it belongs, then of its bytes; so no block passes for another. */
    static int blockChecksum(String place, byte[] payload, int length) {
        CRC32C ofBlock = new CRC32C();
        ofBlock.update(place.getBytes(StandardCharsets.UTF_8));
        ofBlock.update(payload, 0, length);
        return (int) ofBlock.getValue();
    }

    /** Appends a block and returns its length with its head. */
    int block(String place, byte[] payload, int length) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(BLOCK_HEAD_BYTES);
        head.putInt(length).putInt(blockChecksum(place, payload, length));
        append(head.array(), BLOCK_HEAD_BYTES);
        append(payload, length);
        return BLOCK_HEAD_BYTES + length;
    }

    private void append(byte[] bytes) throws IOException {
        append(bytes, bytes.length);
    }

    private void append(byte[] bytes, int length) throws IOException {
        checksum.update(bytes, 0, length);
        position += length;
        if (!inFile && position >= inlineThresholdBytes) {
            memory.writeTo(file);
            memory.reset();
            inFile = true;
        }
        if (inFile) {
            file.write(bytes, 0, length);
        } else {
            memory.write(bytes, 0, length);
        }
    }

    long position() {
        return position;
    }

    int crc32c() {
        return (int) checksum.getValue();
    }

    boolean isInFile() {
        return inFile;
    }

    /** The whole segment, where it isn't in the file. */
    byte[] inline() {
        return memory.toByteArray();
    }
}
