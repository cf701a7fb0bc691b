package dev.weir.operators.sink;

import java.io.IOException;

/** The encoded records of one batch, in memory or in a file. Immutable. */
sealed interface HeldBatch {

    /** How many records. */
    int records();

    /** How long they are, encoded. */
    int lengthBytes();

    /** What of it takes memory. */
    long memoryBytes();

    /** Puts the encoded records into an array. */
    void copyTo(byte[] to, int at) throws IOException;

    /** In a part of an array that nobody changes. */
    final class InMemory implements HeldBatch {
        private final int records;
        private final byte[] array;
        private final int offset;
        private final int lengthBytes;

        InMemory(int records, byte[] array, int offset, int lengthBytes) {
            this.records = records;
            this.array = array;
            this.offset = offset;
            this.lengthBytes = lengthBytes;
        }

        @Override
        public int records() {
            return records;
        }

        @Override
        public int lengthBytes() {
            return lengthBytes;
        }

        @Override
        public long memoryBytes() {
            return lengthBytes;
        }

        @Override
        public void copyTo(byte[] to, int at) {
            System.arraycopy(array, offset, to, at, lengthBytes);
        }
    }

    /** In a file that is held as long as the batch is. */
    record Spilled(int records, SpillFile file, long offset, int lengthBytes) implements HeldBatch {

        @Override
        public long memoryBytes() {
            return 0;
        }

        @Override
        public void copyTo(byte[] to, int at) throws IOException {
            file.read(offset, to, at, lengthBytes);
        }
    }
}
