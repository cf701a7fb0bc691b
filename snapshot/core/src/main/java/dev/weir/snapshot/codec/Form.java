package dev.weir.snapshot.codec;

import java.lang.reflect.Type;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** How one sort of value is written and read. The name is part of the checkpoint format. */
abstract class Form {

    private final String name;

    Form(String name) {
        this.name = name;
    }

    final String name() {
        return name;
    }

    abstract void write(Encoder encoder, Object value);

    abstract Object read(Decoder decoder, Type expected);

    /** Reads past a value without making it. */
    abstract void skip(Decoder decoder);

    /** A form that holds no other values. */
    static final class Leaf<T> extends Form {
        private final Class<T> type;
        private final BiConsumer<Encoder, T> writer;
        private final Function<Decoder, T> reader;

        Leaf(String name, Class<T> type, BiConsumer<Encoder, T> writer, Function<Decoder, T> reader) {
            super(name);
            this.type = type;
            this.writer = writer;
            this.reader = reader;
        }

        @Override
        void write(Encoder encoder, Object value) {
            writer.accept(encoder, type.cast(value));
        }

        @Override
        Object read(Decoder decoder, Type expected) {
            return reader.apply(decoder);
        }

        @Override
        void skip(Decoder decoder) {
            Object unused = reader.apply(decoder);
        }
    }
}
