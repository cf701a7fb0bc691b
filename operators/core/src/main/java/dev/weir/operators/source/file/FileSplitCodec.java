package dev.weir.operators.source.file;

import dev.weir.engine.source.StateCodec;
import dev.weir.operators.source.file.InputFile.Compression;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** A split as bytes: version, file, offsets. */
final class FileSplitCodec implements StateCodec<FileSplit> {

    private static final byte VERSION = 1;

    @Override
    public byte[] encode(FileSplit split) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeByte(VERSION);
        out.writeUTF(split.file().path());
        out.writeLong(split.file().sizeBytes());
        out.writeLong(split.file().modifiedNanos());
        out.writeLong(split.file().inode());
        out.writeBoolean(split.file().compression() == Compression.GZIP);
        out.writeLong(split.start());
        out.writeLong(split.end());
        out.writeLong(split.position());
        return bytes.toByteArray();
    }

    @Override
    public FileSplit decode(byte[] bytes) throws IOException {
        StoredState.check("file split", bytes, VERSION);
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, 1, bytes.length - 1));
        InputFile file = new InputFile(
                in.readUTF(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readBoolean() ? Compression.GZIP : Compression.NONE);
        return new FileSplit(file, in.readLong(), in.readLong(), in.readLong());
    }
}
