package dev.weir.snapshot.codec;

import dev.weir.snapshot.codec.Schema.TypeKind;
import dev.weir.snapshot.codec.Schema.TypeSchema;
import dev.weir.snapshot.state.ValueSerializers;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The writer's classes, by id, each with what reads it. Only classes the schema names are loaded, without being
 * initialised before a value of them is made; of the JDK's only those with a form.
 */
final class ReadTable {

    private final List<Entry> entries = new ArrayList<>();

    /** The id of Long; 0 where the writer met none. */
    private int longId;

    ReadTable(Schema schema, ClassLoader loader) {
        for (TypeSchema type : schema.types()) {
            entries.add(entryFor(type, loader));
            if (type.kind() == TypeKind.BUILT_IN && type.name().equals(Long.class.getName())) {
                longId = entries.size();
            }
        }
    }

    private static Entry entryFor(TypeSchema type, ClassLoader loader) {
        return switch (type.kind()) {
            case BUILT_IN -> new BuiltIn(type.name());
            case ENUM -> new EnumReader(type, loader);
            case ARRAY -> new ArrayReader(type.name(), loader);
            case RECORD, BEAN -> new StructReader(type, loader);
            case CUSTOM -> new CustomForm.Reader(type, ValueSerializers.of(loader));
        };
    }

    /** Whether an id, which isn't 0, is that of Long. */
    boolean isLong(int id) {
        return id == longId;
    }

    Entry entry(int id) {
        if (id < 1 || id > entries.size()) {
            throw new CodecException("a stored class id is not in the schema: id=" + Integer.toUnsignedString(id)
                    + ", classes=" + entries.size());
        }
        return entries.get(id - 1);
    }

    /** Refuses what can be seen to be unreadable without a value of it. */
    void check() {
        entries.forEach(Entry::check);
    }

    /** Loads a class of the program, never one of the JDK's. */
    static Class<?> load(String name, ClassLoader loader) {
        Class<?> type = find(name, loader);
        if (type == null) {
            throw new CodecException(
                    "a stored value's class is gone: class=" + name + "; put it back, or drop the state that holds it");
        }
        return type;
    }

    static @Nullable Class<?> find(String name, ClassLoader loader) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }

    /** Reads values of one of the writer's classes. */
    interface Entry {

        Object read(Decoder decoder, Type expected);

        void skip(Decoder decoder);

        default void check() {}

        default Class<?> enumClass() {
            throw new CodecException("a stored id should name an enum's class and doesn't");
        }
    }

    private static final class BuiltIn implements Entry {
        private final String name;
        private final @Nullable Form form;

        BuiltIn(String name) {
            this.name = name;
            this.form = JdkForms.named(name);
        }

        private Form form() {
            if (form == null) {
                throw new CodecException("a stored form is unknown to this version: form=" + name);
            }
            return form;
        }

        @Override
        public Object read(Decoder decoder, Type expected) {
            try {
                return form().read(decoder, expected);
            } catch (ClassCastException | NullPointerException | IllegalArgumentException e) {
                throw new CodecException("a stored " + name + " can't be made: " + e.getMessage(), e);
            }
        }

        @Override
        public void skip(Decoder decoder) {
            form().skip(decoder);
        }
    }

    private static final class ArrayReader implements Entry {
        private final String component;
        private final ClassLoader loader;

        ArrayReader(String component, ClassLoader loader) {
            this.component = component;
            this.loader = loader;
        }

        @Override
        public Object read(Decoder decoder, Type expected) {
            Object primitives = ArrayForm.readPrimitives(decoder.in(), component);
            return primitives != null ? primitives : ArrayForm.readObjects(decoder, load(component, loader), expected);
        }

        @Override
        public void skip(Decoder decoder) {
            if (ArrayForm.readPrimitives(decoder.in(), component) == null) {
                ArrayForm.skipObjects(decoder);
            }
        }
    }
}
