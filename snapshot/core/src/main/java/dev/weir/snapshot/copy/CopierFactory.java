package dev.weir.snapshot.copy;

import dev.weir.snapshot.state.ValueSerializer;
import dev.weir.snapshot.state.ValueSerializers;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Decides, once per class, how its objects are copied. */
final class CopierFactory {

    private static final String REMEDY = "; make it a record or a class with a no-argument constructor, or keep what"
            + " identifies it (a String, say) instead; or register a ValueSerializer for it";

    private CopierFactory() {}

    static DeepCopier create(Class<?> type) {
        DeepCopier made = createAlone(type);
        boolean isPlain = type.isRecord() || hasPlainConstructor(type);
        if (made == DeepCopy.SAME || (isPlain && !(made instanceof DeepCopy.Refusal))) {
            return made;
        }
        ValueSerializer<Object> serializer =
                ValueSerializers.of(type.getClassLoader()).of(type);
        return serializer == null ? made : new SerializedCopier(serializer);
    }

    private static DeepCopier createAlone(Class<?> type) {
        if (ClassFacts.of(type).immutable()) {
            return DeepCopy.SAME;
        }
        DeepCopier known = JdkCopiers.copierOf(type);
        if (known != null) {
            return known;
        }
        if (type.isHidden() || type.isInterface() || ClassFacts.isOfJdk(type)) {
            return refuse(type, "there is no copier for its kind");
        }
        try {
            return type.isRecord() ? CopierCompiler.compileRecord(type) : createForClass(type);
        } catch (IllegalAccessException e) {
            return new DeepCopy.Refusal("the fields of a mutable class must be readable: class=" + type.getName()
                    + ", reason=" + e.getMessage() + "; open its package to dev.weir");
        } catch (UncopyableException e) {
            return new DeepCopy.Refusal(String.valueOf(e.getMessage()));
        } catch (LinkageError e) {
            return refuse(type, e.toString());
        }
    }

    private static DeepCopier createForClass(Class<?> type) throws IllegalAccessException {
        for (Class<?> each = type.getSuperclass(); each != null; each = each.getSuperclass()) {
            if (ClassFacts.isOfJdk(each)
                    && !ClassFacts.declaredInstanceFields(each).isEmpty()) {
                return refuse(type, "it extends " + each.getName() + ", whose fields can't be read");
            }
        }
        if (!Modifier.isAbstract(type.getModifiers()) && hasPlainConstructor(type)) {
            return CopierCompiler.compileBean(type);
        }
        String unfit = unfitField(type);
        return unfit == null ? CopierCompiler.compileFinalClass(type) : refuse(type, unfit);
    }

    private static boolean hasPlainConstructor(Class<?> type) {
        return Arrays.stream(type.getDeclaredConstructors())
                .anyMatch(constructor -> constructor.getParameterCount() == 0);
    }

    /** Why a class without a plain constructor can't even be shared as long as its contents are immutable. */
    private static @Nullable String unfitField(Class<?> type) {
        for (Field field : ClassFacts.instanceFields(type)) {
            if (!Modifier.isFinal(field.getModifiers())) {
                return "it has no no-argument constructor, and its field " + field.getName() + " is not final";
            }
            boolean inherited = field.getDeclaringClass() != type;
            if (inherited && !ClassFacts.of(field.getType()).always()) {
                return "it has no no-argument constructor, and inherits the field " + field.getName()
                        + ", which may hold something mutable";
            }
        }
        return null;
    }

    private static DeepCopy.Refusal refuse(Class<?> type, String reason) {
        return new DeepCopy.Refusal("a mutable object must be of a class that can be copied: class="
                + type.getTypeName() + ", reason=" + reason + REMEDY);
    }
}
