package dev.weir.snapshot.codec;

import dev.weir.snapshot.codec.Schema.TypeSchema;
import java.lang.reflect.Field;
import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads an enum's constants by the writer's names, so their order may change, and by former ones, so they may be renamed. */
final class EnumReader implements ReadTable.Entry {

    private final TypeSchema writer;
    private final ClassLoader loader;
    private Object @Nullable [] byWriterOrdinal;

    EnumReader(TypeSchema writer, ClassLoader loader) {
        this.writer = writer;
        this.loader = loader;
    }

    @Override
    public Object read(Decoder decoder, Type expected) {
        int ordinal = decoder.in().readVarInt(true);
        Object[] constants = constants();
        if (ordinal < 0 || ordinal >= constants.length) {
            throw new CodecException(
                    "a stored constant is not in the schema: enum=" + writer.name() + ", ordinal=" + ordinal);
        }
        Object constant = constants[ordinal];
        if (constant == null) {
            throw new CodecException("a stored constant is gone: enum=" + writer.name() + ", constant="
                    + writer.constants().get(ordinal) + "; put it back");
        }
        return constant;
    }

    @Override
    public void skip(Decoder decoder) {
        decoder.in().readVarInt(true);
    }

    @Override
    public Class<?> enumClass() {
        Class<?> type = ReadTable.load(writer.name(), loader);
        if (!type.isEnum()) {
            throw new CodecException("a stored value's class is no enum any more: class=" + writer.name());
        }
        return type;
    }

    @Override
    public void check() {
        if (ReadTable.find(writer.name(), loader) != null) {
            formerNames();
        }
    }

    private FormerNames formerNames() {
        Map<String, Field> fields = new LinkedHashMap<>();
        for (Field field : enumClass().getDeclaredFields()) {
            if (field.isEnumConstant()) {
                fields.put(field.getName(), field);
            }
        }
        FormerNames names = FormerNames.of(writer.name(), fields);
        names.requireDistinct(writer.constants());
        return names;
    }

    private Object[] constants() {
        Object[] known = byWriterOrdinal;
        if (known == null) {
            known = new Object[writer.constants().size()];
            Map<String, Object> byName = new HashMap<>();
            for (Object constant : enumClass().getEnumConstants()) {
                byName.put(((Enum<?>) constant).name(), constant);
            }
            FormerNames names = formerNames();
            for (int i = 0; i < known.length; i++) {
                known[i] = byName.get(names.current(writer.constants().get(i)));
            }
            byWriterOrdinal = known;
        }
        return known;
    }
}
