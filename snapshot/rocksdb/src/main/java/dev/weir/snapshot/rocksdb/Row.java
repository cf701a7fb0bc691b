package dev.weir.snapshot.rocksdb;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The key of a row, compared by its bytes, which nobody changes. */
final class Row {

    private final byte[] bytes;
    private final int hash;

    Row(byte[] bytes) {
        this.bytes = bytes;
        this.hash = Arrays.hashCode(bytes);
    }

    byte[] bytes() {
        return bytes;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Row row && hash == row.hash && Arrays.equals(bytes, row.bytes);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
