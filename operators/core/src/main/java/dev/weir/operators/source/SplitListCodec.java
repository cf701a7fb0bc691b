package dev.weir.operators.source;

import dev.weir.engine.source.StateCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Encodes a list, given how its elements are encoded: version, number of elements, then length and bytes of each. */
public record SplitListCodec<S>(StateCodec<S> elements) implements StateCodec<List<S>> {

    private static final byte VERSION = 1;
    private static final int HEADER_BYTES = Byte.BYTES + Integer.BYTES;

    @Override
    public byte[] encode(List<S> splits) throws IOException {
        List<byte[]> encoded = new ArrayList<>(splits.size());
        int bytes = HEADER_BYTES;
        for (S split : splits) {
            byte[] element = elements.encode(split);
            encoded.add(element);
            bytes += Integer.BYTES + element.length;
        }
        ByteBuffer out = ByteBuffer.allocate(bytes).put(VERSION).putInt(splits.size());
        for (byte[] element : encoded) {
            out.putInt(element.length).put(element);
        }
        return out.array();
    }

    @Override
    public List<S> decode(byte[] bytes) throws IOException {
        Versions.check("split enumerator", bytes, VERSION, HEADER_BYTES);
        ByteBuffer in = ByteBuffer.wrap(bytes, 1, bytes.length - 1);
        int count = in.getInt();
        List<S> splits = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            splits.add(elements.decode(nextElement(in)));
        }
        return splits;
    }

    private static byte[] nextElement(ByteBuffer in) throws IOException {
        int length = in.remaining() < Integer.BYTES ? -1 : in.getInt();
        if (length < 0 || length > in.remaining()) {
            throw new IOException("the state of a split enumerator is cut short: an element of " + length
                    + " bytes, of which " + in.remaining() + " are there");
        }
        byte[] element = new byte[length];
        in.get(element);
        return element;
    }
}
