package dev.weir.snapshot.segment;

import com.esotericsoftware.kryo.io.Output;
import dev.weir.snapshot.backend.EntryKey;
import dev.weir.snapshot.backend.PackedText;
import dev.weir.snapshot.codec.CodecException;
import dev.weir.snapshot.codec.KeyCodec;

/** Writes the keys of entries in their canonical form, without making objects of them. One owner thread. */
public final class EntryKeys {

    private final KeyCodec codec;
    private final byte[] characters = new byte[PackedText.MAX_LENGTH];

    public EntryKeys(KeyCodec codec) {
        this.codec = codec;
    }

    /** The codec it writes with. */
    public KeyCodec codec() {
        return codec;
    }

    /**
     * Appends a key.
     *
     * @throws CodecException where no key may be of its class
     */
    public void write(Output out, EntryKey key) {
        switch (key.keyForm()) {
            case LONG -> codec.writeLong(out, key.longKey());
            case TEXT -> {
                int length = PackedText.unpack(key.firstWord(), key.secondWord(), characters);
                codec.writeText(out, characters, length);
            }
            case OBJECT -> codec.write(out, key.key());
        }
    }
}
