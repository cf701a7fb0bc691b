package dev.weir.snapshot.copy;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.Currency;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * What is known of a class by its declaration.
 *
 * @param immutable objects of exactly this class are immutable throughout
 * @param always so are all values of this declared type
 * @param flat objects of exactly this class hold no reference to anything mutable
 */
record ClassFacts(boolean immutable, boolean always, boolean flat) {

    private static final Set<Class<?>> IMMUTABLE = Set.of(
            Long.class,
            Integer.class,
            Short.class,
            Byte.class,
            Character.class,
            Boolean.class,
            Double.class,
            Float.class,
            Void.class,
            String.class,
            Class.class,
            BigDecimal.class,
            BigInteger.class,
            UUID.class,
            URI.class,
            Locale.class,
            Currency.class,
            Pattern.class,
            OptionalInt.class,
            OptionalLong.class,
            OptionalDouble.class,
            Inet4Address.class,
            Inet6Address.class,
            InetSocketAddress.class);

    private static final Set<String> IMMUTABLE_PACKAGES = Set.of("java.time", "java.time.chrono");

    private static final ClassValue<ClassFacts> FACTS = new ClassValue<>() {
        @Override
        protected ClassFacts computeValue(Class<?> type) {
            boolean immutable = isImmutable(type, new HashSet<>());
            return new ClassFacts(immutable, isAlways(type, new HashSet<>()), immutable || isFlat(type));
        }
    };

    static ClassFacts of(Class<?> type) {
        return FACTS.get(type);
    }

    /** Whether the class belongs to the JDK, whose fields can't be read. */
    static boolean isOfJdk(Class<?> type) {
        String module = type.getModule().getName();
        return module != null && (module.startsWith("java.") || module.startsWith("jdk."));
    }

    /** The instance fields of a class and its superclasses. */
    static List<Field> instanceFields(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            fields.addAll(declaredInstanceFields(each));
        }
        return fields;
    }

    static List<Field> declaredInstanceFields(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (Field field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
                fields.add(field);
            }
        }
        return fields;
    }

    /** @param asked the classes under judgement; one that holds itself is judged by its other fields */
    private static boolean isImmutable(Class<?> type, Set<Class<?>> asked) {
        if (type.isPrimitive() || IMMUTABLE.contains(type) || Enum.class.isAssignableFrom(type)) {
            return true;
        }
        if (isOfJdk(type)) {
            return type == Object.class || (IMMUTABLE_PACKAGES.contains(type.getPackageName()) && !type.isArray());
        }
        if (type.isArray() || type.isInterface() || type.isHidden()) {
            return false;
        }
        if (!asked.add(type)) {
            return true;
        }
        return instanceFields(type).stream()
                .allMatch(field -> Modifier.isFinal(field.getModifiers()) && isAlways(field.getType(), asked));
    }

    private static boolean isAlways(Class<?> declared, Set<Class<?>> asked) {
        if (declared.isSealed()) {
            return !asked.add(declared) || isAlwaysSealed(declared, asked);
        }
        return isClosed(declared) && isImmutable(declared, asked);
    }

    private static boolean isAlwaysSealed(Class<?> declared, Set<Class<?>> asked) {
        boolean instances = !Modifier.isAbstract(declared.getModifiers());
        if (instances && !isImmutable(declared, new HashSet<>(asked))) {
            return false;
        }
        for (Class<?> permitted : declared.getPermittedSubclasses()) {
            if (!isAlways(permitted, asked)) {
                return false;
            }
        }
        return true;
    }

    /** Whether no value of the declared type is of a class that is not known yet. */
    private static boolean isClosed(Class<?> declared) {
        return declared.isPrimitive()
                || IMMUTABLE.contains(declared)
                || Enum.class.isAssignableFrom(declared)
                || Modifier.isFinal(declared.getModifiers())
                || isClosedJdk(declared);
    }

    /** ZoneId is abstract, but its two subclasses belong to the JDK. */
    private static boolean isClosedJdk(Class<?> declared) {
        return declared == java.time.ZoneId.class;
    }

    private static boolean isFlat(Class<?> type) {
        if (type.isArray()) {
            return isAlways(type.getComponentType(), new HashSet<>());
        }
        return !isOfJdk(type)
                && !type.isInterface()
                && !type.isHidden()
                && instanceFields(type).stream().allMatch(field -> isAlways(field.getType(), new HashSet<>()));
    }
}
