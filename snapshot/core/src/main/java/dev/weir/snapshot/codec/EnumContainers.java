package dev.weir.snapshot.codec;

import java.lang.reflect.Type;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * EnumSet and EnumMap hide their enum's class. A set's is found by its complement. An empty map's is not to be had: it
 * is stored without, and made again from the declared type.
 */
final class EnumContainers {

    private EnumContainers() {}

    static @Nullable Class<?> enumClass(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.isEmpty() ? null : declaringClass(map.keySet().iterator().next());
        }
        EnumSet<?> set = (EnumSet<?>) value;
        EnumSet<?> shown = set.isEmpty() ? EnumSet.complementOf(set) : set;
        return shown.isEmpty() ? null : declaringClass(shown.iterator().next());
    }

    private static Class<?> declaringClass(Object constant) {
        return ((Enum<?>) constant).getDeclaringClass();
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the class was checked to be the elements' enum when it was read
    static Object makeSet(ContainerForm.Parts parts) {
        Class<?> type = parts.head() == null ? declaredEnum(parts.expected(), 1) : (Class<?>) parts.head();
        if (type == null) {
            throw new CodecException("an empty EnumSet of an enum without constants can't be read: declare it with its"
                    + " element type");
        }
        EnumSet set = EnumSet.noneOf((Class<Enum>) type);
        set.addAll(parts.values());
        return set;
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the class was checked to be the keys' enum when it was read
    static Object makeMap(ContainerForm.Parts parts) {
        Class<?> type = parts.head() == null ? declaredEnum(parts.expected(), 2) : (Class<?>) parts.head();
        if (type == null) {
            return new HashMap<>(); // equal to the empty EnumMap; refused by the caller where EnumMap is declared
        }
        EnumMap map = new EnumMap(type);
        List<@Nullable Object> values = parts.values();
        for (int i = 0; i < values.size(); i += 2) {
            map.put((Enum) values.get(i), values.get(i + 1));
        }
        return map;
    }

    private static @Nullable Class<?> declaredEnum(Type expected, int arguments) {
        Class<?> type = Types.raw(Types.argument(expected, 0, arguments));
        return type.isEnum() ? type : null;
    }
}
