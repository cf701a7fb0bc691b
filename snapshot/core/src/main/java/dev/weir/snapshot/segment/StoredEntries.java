package dev.weir.snapshot.segment;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;
import dev.weir.snapshot.backend.KeyedEntries;
import dev.weir.snapshot.backend.PackedText;
import dev.weir.snapshot.backend.StateMeta.NamespaceKind;
import dev.weir.snapshot.codec.CodecException;
import dev.weir.snapshot.codec.KeyCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the entries of a verified block, one by one. Long keys, short strings as keys, and values that are Longs are
 * decoded without an object for any of them.
 */
final class StoredEntries implements KeyedEntries {

    private final KeyCodec keys;
    private final StateCodec.Reader values;
    private final boolean namespaced;
    private final boolean longs;
    private final Input in;
    private final byte[] characters = new byte[PackedText.MAX_LENGTH];
    private final long[] words = new long[PackedText.WORDS];
    private int left;

    private KeyForm keyForm = KeyForm.OBJECT;
    private long longKey;
    private int keyLength;
    private @Nullable Object key;
    private long namespace;
    private long longValue;
    private @Nullable Object value;

    /** Decodes a number of entries from the input. */
    StoredEntries(KeyCodec keys, StateCodec.Reader values, NamespaceKind namespaces, Input in, int entries) {
        this.keys = keys;
        this.values = values;
        this.namespaced = namespaces == NamespaceKind.LONG;
        this.longs = values.givesLongs();
        this.in = in;
        this.left = entries;
    }

    @Override
    public boolean next() {
        if (left == 0) {
            return false;
        }
        left--;
        try {
            readKey();
            if (namespaced) {
                namespace = in.readVarLong(false);
            }
            if (longs) {
                longValue = values.readLong(in);
            } else {
                value = values.read(in);
            }
        } catch (KryoException e) {
            throw new CodecException("stored bytes end too early", e);
        }
        return true;
    }

    private void readKey() {
        if (keys.isLong(in)) {
            keyForm = KeyForm.LONG;
            longKey = keys.readLong(in);
            return;
        }
        keyLength = keys.readText(in, characters);
        if (keyLength >= 0) {
            keyForm = KeyForm.TEXT;
            PackedText.pack(characters, keyLength, words);
        } else {
            keyForm = KeyForm.OBJECT;
            key = keys.read(in);
        }
    }

    @Override
    public KeyForm keyForm() {
        return keyForm;
    }

    @Override
    public long longKey() {
        return longKey;
    }

    @Override
    public long firstWord() {
        return words[0];
    }

    @Override
    public long secondWord() {
        return words[1];
    }

    @Override
    public Object key() {
        return switch (keyForm) {
            case LONG -> longKey;
            case TEXT -> PackedText.unpack(words[0], words[1]);
            case OBJECT -> Objects.requireNonNull(key);
        };
    }

    @Override
    public long namespace() {
        return namespace;
    }

    @Override
    public @Nullable Object namespaceOrNull() {
        return namespaced ? (Object) namespace : null;
    }

    @Override
    public boolean hasLongs() {
        return longs;
    }

    @Override
    public long longValue() {
        return longValue;
    }

    @Override
    public Object value() {
        return longs ? (Object) longValue : Objects.requireNonNull(value);
    }
}
