package dev.weir.snapshot.codec;

import com.esotericsoftware.kryo.KryoException;
import dev.weir.snapshot.codec.Schema.FieldSchema;
import dev.weir.snapshot.codec.Schema.TypeKind;
import dev.weir.snapshot.codec.Schema.TypeSchema;
import dev.weir.snapshot.state.ValueSerializer;
import dev.weir.snapshot.state.ValueSerializers;
import java.io.IOException;
import java.lang.reflect.Type;
import java.util.List;

/**
 * Values that a user's serializer writes: a length, then its bytes. The schema has its id as the name, and the class and the
 * version as fields.
 */
final class CustomForm {

    private static final String CLASS = "class";
    private static final String VERSION = "version";

    private CustomForm() {}

    static TypeSchema schema(ValueSerializer<Object> serializer) {
        return new TypeSchema(
                serializer.id(),
                TypeKind.CUSTOM,
                List.of(
                        new FieldSchema(CLASS, serializer.type().getName()),
                        new FieldSchema(VERSION, Integer.toString(serializer.version()))),
                List.of());
    }

    static WriteTable.Writer writer(ValueSerializer<Object> serializer) {
        return (encoder, value) -> {
            try {
                Wire.writeBytes(encoder.out(), ValueSerializers.toBytes(serializer, value));
            } catch (IOException | RuntimeException e) {
                throw new CodecException(
                        "a value's serializer failed: class=" + value.getClass().getName() + ", serializer="
                                + serializer.id() + ": " + e.getMessage(),
                        e);
            }
        };
    }

    /** Reads what a serializer of that id wrote. */
    static final class Reader implements ReadTable.Entry {
        private final TypeSchema written;
        private final ValueSerializers known;

        Reader(TypeSchema written, ValueSerializers known) {
            this.written = written;
            this.known = known;
        }

        private String field(String name) {
            return written.fields().stream()
                    .filter(field -> field.name().equals(name))
                    .map(FieldSchema::type)
                    .findFirst()
                    .orElse("");
        }

        private int version() {
            try {
                return Integer.parseInt(field(VERSION));
            } catch (NumberFormatException e) {
                throw new CodecException("a stored serializer has a version: serializer=" + written.name(), e);
            }
        }

        private ValueSerializer<Object> serializer() {
            ValueSerializer<Object> serializer = known.named(written.name());
            if (serializer == null) {
                throw new CodecException("values are read by the serializer that wrote them: class=" + field(CLASS)
                        + ", serializer=" + written.name() + ", registered=" + known.ids()
                        + "; register one of that id in META-INF/services/" + ValueSerializer.class.getName());
            }
            if (version() > serializer.version()) {
                throw new CodecException(
                        "values are read by a serializer that isn't older than the one that wrote them:"
                                + " class=" + field(CLASS) + ", serializer=" + written.name() + ", stored version="
                                + version()
                                + ", registered version=" + serializer.version() + "; restore with the newer program");
            }
            return serializer;
        }

        @Override
        public void check() {
            serializer();
        }

        @Override
        public Object read(Decoder decoder, Type expected) {
            byte[] bytes = Wire.readBytes(decoder.in());
            try {
                return ValueSerializers.toValue(serializer(), version(), bytes);
            } catch (CodecException | KryoException e) {
                throw e;
            } catch (IOException | RuntimeException e) {
                throw new CodecException(
                        "a stored value's serializer failed: class=" + field(CLASS) + ", serializer=" + written.name()
                                + ", version=" + version() + ": " + e,
                        e);
            }
        }

        @Override
        public void skip(Decoder decoder) {
            Wire.readBytes(decoder.in());
        }
    }
}
