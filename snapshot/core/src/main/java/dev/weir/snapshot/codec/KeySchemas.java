package dev.weir.snapshot.codec;

import dev.weir.snapshot.codec.Schema.TypeKind;
import dev.weir.snapshot.codec.Schema.TypeSchema;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The records and enums among the keys that were written or admitted, as they are stored. A class's id is a checksum of its name, so it doesn't depend on what was written
 * before; two names with one checksum are refused.
 */
final class KeySchemas {

    private final ClassLoader loader;
    private final Map<Class<?>, Integer> ids = new HashMap<>();
    private final Map<Integer, Class<?>> byId = new HashMap<>();
    private final Map<Class<?>, StructMaker> makers = new HashMap<>();
    private final List<TypeSchema> types = new ArrayList<>();

    KeySchemas(ClassLoader loader) {
        this.loader = loader;
    }

    Schema schema() {
        return new Schema(types);
    }

    int idOf(Class<?> type) {
        Integer known = ids.get(type);
        return known != null ? known : register(type);
    }

    private int register(Class<?> type) {
        CRC32C checksum = new CRC32C();
        checksum.update(type.getName().getBytes(StandardCharsets.UTF_8));
        int id = (int) checksum.getValue();
        Class<?> other = byId.put(id, type);
        if (other != null) {
            throw new CodecException("two key classes have names with one checksum; rename one: " + other.getName()
                    + ", " + type.getName());
        }
        ids.put(type, id);
        if (type.isRecord()) {
            makers.put(type, new StructMaker(StructLayout.of(type)));
        }
        types.add(schemaOf(type));
        return id;
    }

    private TypeSchema schemaOf(Class<?> type) {
        return type.isRecord()
                ? layout(type).schema()
                : new TypeSchema(type.getName(), TypeKind.ENUM, List.of(), List.of());
    }

    StructLayout layout(Class<?> type) {
        idOf(type);
        return maker(type).layout();
    }

    private StructMaker maker(Class<?> type) {
        StructMaker maker = makers.get(type);
        if (maker == null) {
            throw new CodecException("a stored key's class is no record any more: class=" + type.getName());
        }
        return maker;
    }

    StructMaker maker(int id) {
        return maker(typeOf(id));
    }

    private Class<?> typeOf(int id) {
        Class<?> type = byId.get(id);
        if (type == null) {
            throw new CodecException("a stored key's class is not in its schema: id=" + Integer.toHexString(id));
        }
        return type;
    }

    Object constant(int id, String name) {
        Object[] constants = typeOf(id).getEnumConstants();
        if (constants != null) {
            for (Object constant : constants) {
                if (((Enum<?>) constant).name().equals(name)) {
                    return constant;
                }
            }
        }
        throw new CodecException("a stored key's constant is gone: enum="
                + typeOf(id).getName() + ", constant=" + name + "; put it back");
    }

    void admit(TypeSchema stored) {
        Class<?> type = ReadTable.load(stored.name(), loader);
        boolean sameSort = type.isRecord() == (stored.kind() == TypeKind.RECORD) && (type.isRecord() || type.isEnum());
        if (!sameSort) {
            throw new CodecException(
                    "a key's class has changed its sort: class=" + stored.name() + ", stored=" + stored.kind());
        }
        idOf(type);
        TypeSchema now = schemaOf(type);
        String difference = difference(stored, now);
        if (difference != null) {
            throw new CodecException("a key's class must not change: class=" + stored.name() + ", " + difference
                    + "; restore with the old class, and move to a new key in a step of its own");
        }
    }

    private static @Nullable String difference(TypeSchema stored, TypeSchema now) {
        if (stored.kind() == TypeKind.ENUM || stored.fields().equals(now.fields())) {
            return null;
        }
        return "stored components=" + stored.fields() + ", declared components=" + now.fields();
    }
}
