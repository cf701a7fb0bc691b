package dev.weir.operators.source.file;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Searches bytes, eight at a time. */
final class Bytes {

    static final int NOT_FOUND = -1;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    private Bytes() {}

    /** The index of the first such byte in {@code [from, to)}; {@link #NOT_FOUND} where there is none. */
    static int indexOf(byte[] in, int from, int to, byte wanted) {
        long pattern = (wanted & 0xffL) * ONES;
        int at = from;
        for (; at <= to - Long.BYTES; at += Long.BYTES) {
            long difference = (long) LONGS.get(in, at) ^ pattern;
            // The lowest high bit that is set marks the lowest byte that is zero; those above it may be wrong.
            long zeroBytes = (difference - ONES) & ~difference & HIGH_BITS;
            if (zeroBytes != 0) {
                return at + (Long.numberOfTrailingZeros(zeroBytes) >>> 3);
            }
        }
        for (; at < to; at++) {
            if (in[at] == wanted) {
                return at;
            }
        }
        return NOT_FOUND;
    }

    /** The index of the first byte in {@code [from, to)} that isn't ASCII; {@code to} where all are. */
    static int firstNonAscii(byte[] in, int from, int to) {
        int at = from;
        for (; at <= to - Long.BYTES; at += Long.BYTES) {
            long high = (long) LONGS.get(in, at) & HIGH_BITS;
            if (high != 0) {
                return at + (Long.numberOfTrailingZeros(high) >>> 3);
            }
        }
        for (; at < to; at++) {
            if (in[at] < 0) {
                return at;
            }
        }
        return to;
    }
}
