package dev.weir.snapshot.codec;

import dev.weir.snapshot.codec.Schema.TypeKind;
import dev.weir.snapshot.codec.Schema.TypeSchema;
import dev.weir.snapshot.state.ValueSerializer;
import dev.weir.snapshot.state.ValueSerializers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Gives each class met an id and remembers how it is written. Grows; ids never change. One owner thread. */
final class WriteTable {

    /** Writes a value after its id. */
    interface Writer {
        void write(Encoder encoder, Object value);
    }

    record Entry(int id, Writer form) {}

    private final Map<Class<?>, Entry> byClass = new HashMap<>();
    private final TypeIds ids;
    private final ValueSerializers custom;
    private @Nullable Class<?> lastClass;
    private Entry lastEntry = new Entry(0, (encoder, value) -> {});

    /** @param custom what writes values in ways of their own */
    WriteTable(TypeIds ids, ValueSerializers custom) {
        this.ids = ids;
        this.custom = custom;
    }

    Schema schema() {
        return ids.schema();
    }

    /** How many classes have an id. */
    int count() {
        return ids.count();
    }

    Entry entryOf(Object value) {
        Class<?> type = value.getClass();
        if (type == lastClass) {
            return lastEntry;
        }
        Entry entry = byClass.get(type);
        if (entry == null) {
            entry = register(value, type);
            byClass.put(type, entry);
        }
        lastClass = type;
        lastEntry = entry;
        return entry;
    }

    private Entry register(Object value, Class<?> type) {
        ValueSerializer<Object> serializer = custom.of(type);
        if (serializer != null) {
            return new Entry(idOf(CustomForm.schema(serializer)), CustomForm.writer(serializer));
        }
        if (value instanceof Enum<?> constant) {
            return enumEntry(constant.getDeclaringClass());
        }
        if (type.isArray()) {
            TypeSchema schema = plain(type.getComponentType().getName(), TypeKind.ARRAY);
            return new Entry(idOf(schema), ArrayForm.writer(type));
        }
        Form form = JdkForms.of(value);
        if (form != null) {
            return new Entry(idOf(plain(form.name(), TypeKind.BUILT_IN)), form::write);
        }
        StructLayout layout = StructLayout.of(type);
        return new Entry(idOf(layout.schema()), new StructWriter(layout));
    }

    @SuppressWarnings("EnumOrdinal") // the schema keeps the writer's constants in this order
    Entry enumEntry(Class<?> type) {
        List<String> constants = new ArrayList<>();
        for (Object constant : type.getEnumConstants()) {
            constants.add(((Enum<?>) constant).name());
        }
        int id = idOf(new TypeSchema(type.getName(), TypeKind.ENUM, List.of(), constants));
        return new Entry(id, (encoder, value) -> encoder.out().writeVarInt(((Enum<?>) value).ordinal(), true));
    }

    private static TypeSchema plain(String name, TypeKind kind) {
        return new TypeSchema(name, kind, List.of(), List.of());
    }

    private int idOf(TypeSchema schema) {
        return ids.idOf(schema);
    }
}
