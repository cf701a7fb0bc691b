package dev.weir.snapshot.state;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.ref.SoftReference;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The serializers that a class loader finds. Invariant: a class and an id lead to one of them each. Immutable, shared, and
 * kept as long as memory allows.
 */
public final class ValueSerializers {

    private static final Map<ClassLoader, SoftReference<ValueSerializers>> BY_LOADER =
            Collections.synchronizedMap(new WeakHashMap<>());

    private final Map<Class<?>, ValueSerializer<Object>> byClass = new HashMap<>();
    private final Map<String, ValueSerializer<Object>> byId = new TreeMap<>();

    private ValueSerializers(ClassLoader loader) {
        try {
            for (ValueSerializer<?> found : ServiceLoader.load(ValueSerializer.class, loader)) {
                add(found);
            }
        } catch (ServiceConfigurationError e) {
            throw new IllegalStateException(
                    "each serializer that is registered can be made: " + e.getMessage() + "; see META-INF/services/"
                            + ValueSerializer.class.getName(),
                    e);
        }
    }

    @SuppressWarnings("unchecked") // it is given values of its class only
    private void add(ValueSerializer<?> found) {
        ValueSerializer<Object> serializer = (ValueSerializer<Object>) found;
        ValueSerializer<Object> ofClass = byClass.put(serializer.type(), serializer);
        ValueSerializer<Object> ofId = byId.put(serializer.id(), serializer);
        ValueSerializer<Object> other = ofClass == null ? ofId : ofClass;
        if (other != null || serializer.version() < 1) {
            throw new IllegalStateException("a class and an id have one serializer, of version 1 or above: class="
                    + serializer.type().getName() + ", id=" + serializer.id() + ", version=" + serializer.version()
                    + ", serializer=" + serializer.getClass().getName()
                    + (other == null ? "" : ", other=" + other.getClass().getName()) + "; take one away");
        }
    }

    /**
     * Those that a loader finds.
     *
     * @param loader null for that of the system
     * @throws IllegalStateException where two are for one class or have one id, or one can't be made
     */
    public static ValueSerializers of(@Nullable ClassLoader loader) {
        ClassLoader finder = loader == null ? ClassLoader.getSystemClassLoader() : loader;
        SoftReference<ValueSerializers> known = BY_LOADER.get(finder);
        ValueSerializers serializers = known == null ? null : known.get();
        if (serializers == null) {
            serializers = new ValueSerializers(finder);
            BY_LOADER.put(finder, new SoftReference<>(serializers));
        }
        return serializers;
    }

    /** The one for values of exactly this class; null where there is none. */
    public @Nullable ValueSerializer<Object> of(Class<?> type) {
        return byClass.get(type);
    }

    /** The one of an id; null where there is none. */
    public @Nullable ValueSerializer<Object> named(String id) {
        return byId.get(id);
    }

    /** All ids, sorted. */
    public Set<String> ids() {
        return Collections.unmodifiableSet(byId.keySet());
    }

    /** What a serializer writes of a value. */
    public static byte[] toBytes(ValueSerializer<Object> serializer, Object value) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        serializer.write(value, new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    /**
     * What a serializer makes of bytes that are one value.
     *
     * @param version they were written by
     * @throws IOException where it doesn't read all of them, or makes null
     */
    public static Object toValue(ValueSerializer<Object> serializer, int version, byte[] bytes) throws IOException {
        ByteArrayInputStream in = new ByteArrayInputStream(bytes);
        Object value = serializer.read(version, new DataInputStream(in));
        if (in.available() > 0 || !serializer.type().isInstance(value)) {
            throw new IOException("a serializer reads what it wrote, and makes a value of its class: serializer="
                    + serializer.getClass().getName() + ", bytes=" + bytes.length + ", bytes left=" + in.available()
                    + ", made=" + (value == null ? "null" : value.getClass().getName()));
        }
        return value;
    }
}
