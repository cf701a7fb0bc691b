package dev.weir.snapshot.codec;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objenesis.Objenesis;
import org.objenesis.ObjenesisStd;
import org.objenesis.instantiator.ObjectInstantiator;

/** Makes records by their canonical constructor, beans by their no-argument one or, where there is none, without. */
final class StructMaker {

    private static final Objenesis OBJENESIS = new ObjenesisStd();

    private final StructLayout layout;
    private final @Nullable Constructor<?> constructor;
    private final @Nullable ObjectInstantiator<?> instantiator;
    private final Map<String, Integer> componentIndex = new HashMap<>();
    private final @Nullable Object[] defaults;

    StructMaker(StructLayout layout) {
        this.layout = layout;
        RecordComponent[] components = layout.type().getRecordComponents();
        Class<?>[] parameters = new Class<?>[components == null ? 0 : components.length];
        this.defaults = new Object[parameters.length];
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] = components[i].getType();
            componentIndex.put(components[i].getName(), i);
            defaults[i] = defaultOf(parameters[i]);
        }
        this.constructor = constructor(layout.type(), parameters);
        this.instantiator = constructor == null ? OBJENESIS.getInstantiatorOf(layout.type()) : null;
    }

    private static @Nullable Constructor<?> constructor(Class<?> type, Class<?>[] parameters) {
        try {
            Constructor<?> found = type.getDeclaredConstructor(parameters);
            found.setAccessible(true);
            return found;
        } catch (NoSuchMethodException e) {
            return null;
        } catch (InaccessibleObjectException e) {
            throw new CodecException(
                    "a constructor can't be reached: class=" + type.getName() + "; open its package to Weir", e);
        }
    }

    private static @Nullable Object defaultOf(Class<?> type) {
        return type.isPrimitive() ? java.lang.reflect.Array.get(java.lang.reflect.Array.newInstance(type, 1), 0) : null;
    }

    StructLayout layout() {
        return layout;
    }

    Draft draft() {
        if (layout.type().isRecord()) {
            return new RecordDraft(defaults.clone());
        }
        return new BeanDraft(constructor == null ? instance() : construct(new Object[0]));
    }

    private Object instance() {
        ObjectInstantiator<?> present = instantiator;
        if (present == null) {
            throw new IllegalStateException("an instantiator is there where no constructor is");
        }
        return present.newInstance();
    }

    private Object construct(@Nullable Object[] arguments) {
        Constructor<?> present = constructor;
        if (present == null) {
            throw new CodecException("a record has no canonical constructor: class="
                    + layout.type().getName());
        }
        try {
            return present.newInstance(arguments);
        } catch (InvocationTargetException e) {
            throw new CodecException(
                    "a constructor refused what was stored: class="
                            + layout.type().getName() + ", reason: " + e.getTargetException(),
                    e.getTargetException());
        } catch (ReflectiveOperationException e) {
            throw new CodecException(
                    "a value can't be made: class=" + layout.type().getName(), e);
        }
    }

    /** A value under construction. */
    interface Draft {

        void set(StructLayout.Slot slot, @Nullable Object value);

        Object finish();
    }

    private final class RecordDraft implements Draft {
        private final @Nullable Object[] arguments;

        RecordDraft(@Nullable Object[] arguments) {
            this.arguments = arguments;
        }

        @Override
        public void set(StructLayout.Slot slot, @Nullable Object value) {
            requireValue(slot.field(), value);
            arguments[componentIndex.getOrDefault(slot.name(), 0)] = value;
        }

        @Override
        public Object finish() {
            return construct(arguments);
        }
    }

    private record BeanDraft(Object bean) implements Draft {
        @Override
        public void set(StructLayout.Slot slot, @Nullable Object value) {
            requireValue(slot.field(), value);
            try {
                slot.field().set(bean, value);
            } catch (IllegalAccessException e) {
                throw new CodecException("a field can't be set: field=" + slot.name(), e);
            }
        }

        @Override
        public Object finish() {
            return bean;
        }
    }

    private static void requireValue(Field field, @Nullable Object value) {
        if (value == null && field.getType().isPrimitive()) {
            throw new CodecException("a stored null can't become a primitive: declared=" + field.getType());
        }
    }
}
