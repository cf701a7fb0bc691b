package dev.weir.operators.source;

import java.io.IOException;

/** Checks the first byte and the length of encoded state. */
final class Versions {

    private Versions() {}

    /** @throws IOException naming what is wrong */
    static void check(String what, byte[] bytes, byte version, int atLeastBytes) throws IOException {
        if (bytes.length < atLeastBytes || bytes[0] != version) {
            throw new IOException("the state of a " + what + " has version " + version + " and at least " + atLeastBytes
                    + " bytes: got " + bytes.length + " bytes"
                    + (bytes.length == 0 ? "" : " of version " + bytes[0])
                    + "; it was written by another version of this source, or is damaged");
        }
    }
}
