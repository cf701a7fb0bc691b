package dev.weir.snapshot.codec;

import dev.weir.snapshot.codec.Schema.FieldSchema;
import dev.weir.snapshot.codec.Schema.TypeKind;
import dev.weir.snapshot.codec.Schema.TypeSchema;
import java.io.Externalizable;
import java.io.ObjectOutputStream;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a record or bean, superclass first. Invariant: a class has a layout only if its fields say everything:
 * what holds an outer instance, hides fields in the JDK, or wrote its own Java serialization is refused. Transient fields
 * aren't stored, as their name says.
 */
record StructLayout(Class<?> type, TypeKind kind, List<Slot> slots) {

    /** A field and the name it has in the schema. */
    record Slot(String name, Field field) {}

    /** Stands between the name of a field and its class, where a superclass has one of that name. */
    private static final char OWNER_MARK = '@';

    static StructLayout of(Class<?> type) {
        String fault = fault(type);
        if (fault != null) {
            throw new CodecException("values of this class can't be stored: class=" + type.getName() + ", reason: "
                    + fault + "; use a record, a bean or a JDK collection, or register a ValueSerializer for it");
        }
        List<Slot> slots = new ArrayList<>();
        if (type.isRecord()) {
            for (RecordComponent component : type.getRecordComponents()) {
                slots.add(new Slot(component.getName(), field(type, component.getName())));
            }
            return new StructLayout(type, TypeKind.RECORD, slots);
        }
        addFields(type, slots, new HashSet<>());
        return new StructLayout(type, TypeKind.BEAN, slots);
    }

    private static @Nullable String fault(Class<?> type) {
        if (type.isHidden() || type.isSynthetic()) {
            return "it is a lambda or was made at run time";
        }
        if (type.isAnonymousClass()) {
            return "it is anonymous";
        }
        if (type.isInterface() || type.isAnnotation()) {
            return "it is no class with values";
        }
        if (Types.isJdk(type)) {
            return "it is none of the JDK's classes that are known to come back as they were";
        }
        if (JdkForms.isContainer(type)) {
            return "it is a collection of its own, whose fields don't say what it holds";
        }
        return serializedByItself(type)
                ? "it has its own Java serialization (writeObject, writeReplace or Externalizable)"
                : null;
    }

    private static boolean serializedByItself(Class<?> type) {
        return Externalizable.class.isAssignableFrom(type)
                || declares(type, "writeObject", ObjectOutputStream.class)
                || declares(type, "writeReplace");
    }

    private static boolean declares(Class<?> type, String name, Class<?>... parameters) {
        for (Class<?> c = type; c != null && !Types.isJdk(c); c = c.getSuperclass()) {
            for (Method method : c.getDeclaredMethods()) {
                if (method.getName().equals(name) && Arrays.equals(method.getParameterTypes(), parameters)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static Field field(Class<?> type, String name) {
        try {
            return accessible(type.getDeclaredField(name));
        } catch (NoSuchFieldException e) {
            throw new CodecException("a record lacks the field of its component: class=" + type.getName(), e);
        }
    }

    private static void addFields(@Nullable Class<?> type, List<Slot> slots, Set<String> names) {
        if (type == null) {
            return;
        }
        addFields(type.getSuperclass(), slots, names);
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers())) {
                continue;
            }
            requireVisible(type, field);
            if (!Modifier.isTransient(field.getModifiers())) {
                String name =
                        names.add(field.getName()) ? field.getName() : field.getName() + OWNER_MARK + type.getName();
                slots.add(new Slot(name, accessible(field)));
            }
        }
    }

    private static void requireVisible(Class<?> type, Field field) {
        if (Types.isJdk(type)) {
            throw new CodecException("values of this class can't be stored: class=" + type.getName()
                    + ", reason: its fields are closed to programs; keep what you need of it in a record");
        }
        if (field.isSynthetic()) {
            throw new CodecException("values of this class can't be stored: class=" + type.getName()
                    + ", reason: it is an inner class and holds its outer instance; make it static");
        }
    }

    private static Field accessible(Field field) {
        try {
            field.setAccessible(true);
            return field;
        } catch (InaccessibleObjectException | SecurityException e) {
            throw new CodecException(
                    "a field can't be reached: class="
                            + field.getDeclaringClass().getName() + ", field=" + field.getName()
                            + "; open its package to Weir",
                    e);
        }
    }

    TypeSchema schema() {
        List<FieldSchema> fields = slots.stream()
                .map(slot -> {
                    Class<?> owner = slot.field().getDeclaringClass();
                    String typeName = slot.field().getGenericType().getTypeName();
                    return new FieldSchema(slot.name(), typeName, owner == type ? null : owner.getName());
                })
                .toList();
        return new TypeSchema(type.getName(), kind, fields, List.of());
    }

    /** @throws CodecException where two fields claim one former name */
    FormerNames formerNames() {
        Map<String, Field> fields = new LinkedHashMap<>();
        slots.forEach(slot -> fields.put(slot.name(), slot.field()));
        return FormerNames.of(type.getName(), fields);
    }

    /**
     * The place of a stored field: where several classes of the hierarchy declare one of that name, that of the class which
     * declared it then, else none; where one does, that one, wherever it has moved.
     *
     * @param name as it is now
     * @param owner the class that declared it
     */
    @Nullable
    Slot slot(String name, String owner) {
        int mark = name.indexOf(OWNER_MARK);
        String plain = mark < 0 ? name : name.substring(0, mark);
        List<Slot> candidates = slots.stream()
                .filter(slot -> slot.field().getName().equals(plain))
                .toList();
        if (candidates.size() < 2) {
            return candidates.isEmpty() ? null : candidates.get(0);
        }
        return candidates.stream()
                .filter(slot -> slot.field().getDeclaringClass().getName().equals(owner))
                .findFirst()
                .orElseThrow(() -> new CodecException("a stored field must be one field's of the class: class="
                        + type.getName() + ", field=" + plain + ", declared then by=" + owner
                        + "; give the fields of that name different ones, with the former name on the right one"));
    }

    @Nullable
    Slot slot(String name) {
        for (Slot slot : slots) {
            if (slot.name().equals(name)) {
                return slot;
            }
        }
        return null;
    }
}
