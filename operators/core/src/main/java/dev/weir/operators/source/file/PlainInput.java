package dev.weir.operators.source.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** A file's bytes as they are, up to the size it was found with, from any offset. */
final class PlainInput implements ByteInput {

    private final InputFile file;
    private final FileChannel channel;
    private long position;

    PlainInput(InputFile file) throws IOException {
        this.file = file;
        this.channel = InputProbe.open(file);
    }

    /** Where the next read begins. */
    void seek(long offset) {
        position = offset;
    }

    @Override
    public int read(byte[] into, int at, int length) throws IOException {
        int wanted = (int) Math.min(length, file.sizeBytes() - position);
        if (wanted <= 0) {
            return END;
        }
        int count = channel.read(ByteBuffer.wrap(into, at, wanted), position);
        if (count < 0) {
            throw InputFaults.shrank(file, channel.size());
        }
        position += count;
        return count;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
