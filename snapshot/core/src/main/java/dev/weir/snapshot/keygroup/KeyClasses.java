package dev.weir.snapshot.keygroup;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Decides, once per class, how keys of it are hashed. */
final class KeyClasses {

    private static final String REMEDY =
            "; use a record, a String, a box, an enum, a UUID or a java.time value as the key";

    private static final Set<Class<?>> OWN_HASH = Set.of(
            Long.class,
            Integer.class,
            Short.class,
            Byte.class,
            Character.class,
            Boolean.class,
            Double.class,
            Float.class,
            String.class,
            UUID.class,
            Instant.class,
            LocalDate.class,
            LocalTime.class,
            LocalDateTime.class,
            OffsetDateTime.class,
            OffsetTime.class,
            ZonedDateTime.class,
            Duration.class,
            Period.class,
            Year.class,
            YearMonth.class,
            MonthDay.class);

    private KeyClasses() {}

    /** Whether a declared type says nothing of the classes of its values. */
    static boolean isOpen(Class<?> type) {
        return !type.isPrimitive()
                && !type.isArray()
                && (type == Object.class || type.isInterface() || Modifier.isAbstract(type.getModifiers()));
    }

    static KeyHasher hasherOf(Class<?> type) {
        return hasherOf(type, new HashSet<>());
    }

    /** @param holders the records that hold the type, so that records which hold each other come to an end */
    private static KeyHasher hasherOf(Class<?> type, Set<Class<?>> holders) {
        if (hashesByItself(type)) {
            return new KeyHasher.Own();
        }
        if (Enum.class.isAssignableFrom(type)) {
            return new KeyHasher.EnumName();
        }
        if (isOpen(type)) {
            return new KeyHasher.Judged();
        }
        if (List.class.isAssignableFrom(type)) {
            return new KeyHasher.Elements();
        }
        if (type.isRecord()) {
            return holders.add(type) ? recordHasher(type, holders) : new KeyHasher.Judged();
        }
        return new KeyHasher.Refused(refusal(type));
    }

    private static boolean hashesByItself(Class<?> type) {
        return (type.isPrimitive() && type != void.class)
                || OWN_HASH.contains(type)
                || ZoneId.class.isAssignableFrom(type);
    }

    private static KeyHasher recordHasher(Class<?> type, Set<Class<?>> holders) {
        boolean own = true;
        for (RecordComponent component : type.getRecordComponents()) {
            KeyHasher hasher = hasherOf(component.getType(), holders);
            own &= hasher instanceof KeyHasher.Own;
            if (hasher instanceof KeyHasher.Refused refused) {
                return new KeyHasher.Refused(
                        refused.message() + "; found in component " + component.getName() + " of " + type.getName());
            }
        }
        if (own) {
            return new KeyHasher.Own();
        }
        if (declares(type, "equals", Object.class) || declares(type, "hashCode")) {
            return new KeyHasher.Refused("a record key that holds enums, lists or open types must not declare equals or"
                    + " hashCode itself, as its hash is made from its components: class=" + type.getName()
                    + "; leave both to the compiler, or key by a String");
        }
        return components(type);
    }

    /** Whether a record's author wrote the method: those that compilers make for records are final. */
    private static boolean declares(Class<?> type, String method, Class<?>... parameters) {
        try {
            return !Modifier.isFinal(type.getDeclaredMethod(method, parameters).getModifiers());
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    private static KeyHasher components(Class<?> type) {
        try {
            MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
            List<MethodHandle> accessors = new ArrayList<>();
            for (RecordComponent component : type.getRecordComponents()) {
                accessors.add(lookup.findGetter(type, component.getName(), component.getType())
                        .asType(MethodType.methodType(Object.class, Object.class)));
            }
            return new KeyHasher.Components(List.copyOf(accessors));
        } catch (ReflectiveOperationException e) {
            return new KeyHasher.Refused("the components of a record key must be readable: class=" + type.getName()
                    + ", reason=" + e.getMessage() + "; open its package to dev.weir");
        }
    }

    static String refusal(Class<?> type) {
        if (type.isArray()) {
            return "an array can't be a key, as arrays are equal by identity only: class=" + type.getTypeName()
                    + "; use a List or a String (for bytes, an encoded one)";
        }
        if (hasIdentityHash(type)) {
            return "a key's class must have a hashCode that is the same in every JVM, but this one has Object's: class="
                    + type.getName() + REMEDY;
        }
        return "a key must be a box, String, enum, UUID, java.time value, or a record or List of these: class="
                + type.getName() + REMEDY;
    }

    private static boolean hasIdentityHash(Class<?> type) {
        try {
            return type.getMethod("hashCode").getDeclaringClass() == Object.class;
        } catch (NoSuchMethodException e) {
            return true;
        }
    }
}
