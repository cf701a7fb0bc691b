package dev.weir.snapshot.operator;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import dev.weir.snapshot.backend.StateRegistrationException;
import dev.weir.snapshot.codec.CodecException;
import dev.weir.snapshot.codec.Codecs;
import dev.weir.snapshot.codec.Schema;
import dev.weir.snapshot.codec.ValueCodec;
import dev.weir.snapshot.codec.ValueReader;
import dev.weir.snapshot.restore.RestoredElements;
import dev.weir.snapshot.state.TypeHint;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes and reads elements of one state: values of one type, or of two for a map's entries. One owner thread. */
final class ElementCodec {

    private static final int INITIAL_BYTES = 64;

    private final String place;
    private final Codecs codecs;
    private final List<TypeHint<?>> types;
    private final List<ValueCodec<Object>> writers = new ArrayList<>();
    private final Output out = new Output(INITIAL_BYTES, -1);

    /** @param place operator and state, for messages */
    ElementCodec(String place, Codecs codecs, List<TypeHint<?>> types) {
        this.place = place;
        this.codecs = codecs;
        this.types = types;
        for (TypeHint<?> type : types) {
            writers.add(any(writers.isEmpty() ? codecs.codec(type) : codecs.codec(type, writers.get(0))));
        }
    }

    @SuppressWarnings("unchecked") // descriptors tie the state's types to these
    private static ValueCodec<Object> any(ValueCodec<?> codec) {
        return (ValueCodec<Object>) codec;
    }

    /** The bytes of an element, given as its parts. */
    byte[] encode(@Nullable Object... parts) {
        out.reset();
        try {
            for (int i = 0; i < writers.size(); i++) {
                writers.get(i).write(out, parts[i]);
            }
        } catch (CodecException e) {
            throw new IllegalStateException("an element can't be stored: " + place + ": " + e.getMessage(), e);
        }
        return out.toBytes();
    }

    /** The classes written so far. */
    Schema schema() {
        return writers.get(0).schema();
    }

    /**
     * The parts of each element.
     *
     * @throws StateRegistrationException where they can't be read as the types are declared
     */
    List<@Nullable Object[]> decode(RestoredElements stored) {
        List<@Nullable Object[]> elements = new ArrayList<>();
        try {
            for (RestoredElements.Run run : stored.runs()) {
                List<ValueReader<?>> readers = new ArrayList<>();
                for (TypeHint<?> type : types) {
                    readers.add(codecs.reader(type, run.schema()));
                }
                run.elements().forEach(bytes -> elements.add(decode(readers, bytes)));
            }
        } catch (CodecException e) {
            throw new StateRegistrationException(
                    "what is stored can't be read as it is declared: " + place + ", " + e.getMessage());
        }
        return elements;
    }

    private static @Nullable Object[] decode(List<ValueReader<?>> readers, byte[] bytes) {
        Input in = new Input(bytes);
        @Nullable Object[] parts = new Object[readers.size()];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = readers.get(i).read(in);
        }
        if (in.position() != bytes.length) {
            throw new CodecException(
                    "an element goes on behind its value: read=" + in.position() + ", length=" + bytes.length);
        }
        return parts;
    }
}
