package dev.weir.snapshot.codec;

import dev.weir.snapshot.codec.Schema.FieldSchema;
import dev.weir.snapshot.codec.Schema.TypeKind;
import dev.weir.snapshot.codec.Schema.TypeSchema;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a record or bean by the writer's fields, resolved by name against the class as it is now: added fields get their
 * default, removed ones are read past, renamed ones are found by their former name, reordered ones keep their meaning,
 * whole numbers widen.
 */
final class StructReader implements ReadTable.Entry {

    /**
     * One of the writer's fields.
     *
     * @param primitive how it was written; null for a value with an id
     * @param target its place in the class as it is now; null where it is gone
     * @param expected its type as it is declared now
     */
    private record Step(
            String name, @Nullable Primitive primitive, StructLayout.@Nullable Slot target, Type expected) {}

    private final TypeSchema writer;
    private final ClassLoader loader;
    private final Map<Type, List<Step>> stepsByType = new HashMap<>();
    private @Nullable StructMaker maker;
    private @Nullable Type lastExpected;
    private List<Step> lastSteps = List.of();

    StructReader(TypeSchema writer, ClassLoader loader) {
        this.writer = writer;
        this.loader = loader;
    }

    @Override
    public Object read(Decoder decoder, Type expected) {
        List<Step> steps = stepsFor(expected);
        StructMaker.Draft draft = maker().draft();
        for (Step step : steps) {
            try {
                readStep(decoder, step, draft);
            } catch (CodecException e) {
                throw e.in(step.name);
            }
        }
        return draft.finish();
    }

    private static void readStep(Decoder decoder, Step step, StructMaker.Draft draft) {
        if (step.target == null) {
            skipStep(decoder, step.primitive);
            return;
        }
        Object value = step.primitive == null
                ? decoder.value(step.expected)
                : Widening.to(step.primitive.read(decoder.in()), Types.raw(step.expected));
        draft.set(step.target, value);
    }

    private static void skipStep(Decoder decoder, @Nullable Primitive primitive) {
        if (primitive == null) {
            decoder.skip();
        } else {
            primitive.read(decoder.in());
        }
    }

    @Override
    public void skip(Decoder decoder) {
        for (FieldSchema field : writer.fields()) {
            skipStep(decoder, Primitive.named(field.type()));
        }
    }

    @Override
    public void check() {
        if (ReadTable.find(writer.name(), loader) != null) {
            stepsFor(maker().layout().type());
        }
    }

    private StructMaker maker() {
        StructMaker made = maker;
        if (made == null) {
            Class<?> type = ReadTable.load(writer.name(), loader);
            if (type.isRecord() != (writer.kind() == TypeKind.RECORD)) {
                throw new CodecException("a record can't become a bean, nor a bean a record: class=" + writer.name());
            }
            made = new StructMaker(StructLayout.of(type));
            maker = made;
        }
        return made;
    }

    private List<Step> stepsFor(Type expected) {
        if (expected == lastExpected) {
            return lastSteps;
        }
        lastSteps = stepsByType.computeIfAbsent(expected, this::resolve);
        lastExpected = expected;
        return lastSteps;
    }

    private List<Step> resolve(Type expected) {
        StructLayout layout = maker().layout();
        FormerNames names = layout.formerNames();
        names.requireDistinct(writer.fields().stream().map(FieldSchema::name).toList());
        List<Step> steps = new ArrayList<>();
        for (FieldSchema field : writer.fields()) {
            String owner = field.owner() == null ? layout.type().getName() : field.owner();
            StructLayout.Slot slot = layout.slot(names.current(field.name()), owner);
            Primitive primitive = Primitive.named(field.type());
            if (slot == null) {
                steps.add(new Step(field.name(), primitive, null, Object.class));
                continue;
            }
            requireReadable(field, slot);
            Type declared = slot.field().getGenericType();
            steps.add(new Step(
                    field.name(),
                    primitive,
                    slot,
                    Types.resolve(declared, slot.field().getDeclaringClass(), expected)));
        }
        return steps;
    }

    private void requireReadable(FieldSchema stored, StructLayout.Slot slot) {
        Class<?> declared = slot.field().getType();
        Primitive primitive = Primitive.named(stored.type());
        Class<?> written = primitive != null ? primitive.type() : closedType(stored.type());
        boolean readable = written == null ? !declared.isPrimitive() : Widening.possible(written, declared);
        if (!readable) {
            throw new CodecException("a field's type has changed to one that can't hold what was stored: class="
                    + writer.name() + ", field=" + stored.name() + ", stored=" + stored.type() + ", declared="
                    + declared.getTypeName() + "; keep its type, or drop it and add a field of another name");
        }
    }

    /** The class of a field whose values can have no other; null where they can. */
    private static @Nullable Class<?> closedType(String typeName) {
        return switch (typeName) {
            case "java.lang.String" -> String.class;
            case "java.lang.Long" -> Long.class;
            case "java.lang.Integer" -> Integer.class;
            case "java.lang.Double" -> Double.class;
            case "java.lang.Float" -> Float.class;
            case "java.lang.Short" -> Short.class;
            case "java.lang.Byte" -> Byte.class;
            case "java.lang.Boolean" -> Boolean.class;
            case "java.lang.Character" -> Character.class;
            default -> null;
        };
    }
}
