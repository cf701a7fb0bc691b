package dev.weir.operators.source.file;

import java.io.IOException;

/** Checks the first byte of stored state. */
final class StoredState {

    private StoredState() {}

    /** @throws IOException naming what is wrong */
    static void check(String what, byte[] bytes, byte version) throws IOException {
        if (bytes.length == 0 || bytes[0] != version) {
            throw new IOException("the state of a " + what + " has version " + version + ": got " + bytes.length
                    + " bytes" + (bytes.length == 0 ? "" : " of version " + bytes[0])
                    + "; it was written by another version of this source, or is damaged");
        }
    }
}
