package dev.weir.snapshot.codec;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Questions about generic types. What isn't known is Object: it admits everything. */
final class Types {

    private Types() {}

    static Class<?> raw(Type type) {
        if (type instanceof Class<?> plain) {
            return plain;
        }
        if (type instanceof ParameterizedType parameterized) {
            return (Class<?>) parameterized.getRawType();
        }
        if (type instanceof GenericArrayType array) {
            return raw(array.getGenericComponentType()).arrayType();
        }
        if (type instanceof WildcardType wildcard) {
            return raw(wildcard.getUpperBounds()[0]);
        }
        if (type instanceof TypeVariable<?> variable) {
            return raw(variable.getBounds()[0]);
        }
        return Object.class;
    }

    /** Type argument i of a collection, map, optional or the like; Object where it isn't said. */
    static Type argument(Type type, int i, int count) {
        if (type instanceof ParameterizedType parameterized) {
            Type[] arguments = parameterized.getActualTypeArguments();
            boolean fromJdk = raw(type).getName().startsWith("java.");
            return fromJdk && arguments.length == count && i < count ? bound(arguments[i]) : Object.class;
        }
        return Object.class;
    }

    /** The element type of an array. */
    static Type component(Type type) {
        if (type instanceof GenericArrayType array) {
            return bound(array.getGenericComponentType());
        }
        Class<?> component = raw(type).getComponentType();
        return component == null ? Object.class : component;
    }

    /**
     * A field's type with the type arguments put in that are known of the class it is in, at any depth.
     *
     * @param owner declares the field
     * @param holder the class whose values have the field, or a superclass or interface of it, with arguments
     */
    static Type resolve(Type fieldType, Class<?> owner, Type holder) {
        if (fieldType instanceof Class<?>) {
            return fieldType;
        }
        Map<TypeVariable<?>, Type> arguments = new HashMap<>();
        bind(holder, arguments);
        return owner.getTypeParameters().length == 0 && arguments.isEmpty()
                ? fieldType
                : substitute(fieldType, arguments);
    }

    /** Notes what the type variables of a type and of its superclasses stand for. */
    private static void bind(@Nullable Type type, Map<TypeVariable<?>, Type> arguments) {
        if (type == null || type == Object.class) {
            return;
        }
        Class<?> raw = raw(type);
        if (type instanceof ParameterizedType parameterized) {
            TypeVariable<?>[] variables = raw.getTypeParameters();
            Type[] given = parameterized.getActualTypeArguments();
            for (int i = 0; i < variables.length && i < given.length; i++) {
                arguments.put(variables[i], bound(substitute(given[i], arguments)));
            }
        }
        bind(raw.getGenericSuperclass(), arguments);
    }

    private static Type substitute(Type type, Map<TypeVariable<?>, Type> arguments) {
        if (type instanceof TypeVariable<?> variable) {
            return arguments.getOrDefault(variable, type);
        }
        if (type instanceof ParameterizedType parameterized) {
            Type[] given = parameterized.getActualTypeArguments();
            Type[] made = new Type[given.length];
            for (int i = 0; i < given.length; i++) {
                made[i] = substitute(given[i], arguments);
            }
            return new Applied(raw(parameterized), List.of(made));
        }
        if (type instanceof GenericArrayType array) {
            Type component = substitute(array.getGenericComponentType(), arguments);
            return component instanceof Class<?> plain ? plain.arrayType() : type;
        }
        return type;
    }

    /** A class with type arguments put in. */
    private record Applied(Class<?> raw, List<Type> arguments) implements ParameterizedType {
        @Override
        public Type[] getActualTypeArguments() {
            return arguments.toArray(new Type[0]);
        }

        @Override
        public Type getRawType() {
            return raw;
        }

        @Override
        public @Nullable Type getOwnerType() {
            return raw.getDeclaringClass();
        }
    }

    private static Type bound(Type type) {
        return type instanceof WildcardType wildcard ? wildcard.getUpperBounds()[0] : type;
    }

    static boolean isJdk(Class<?> type) {
        String name = type.getName();
        return name.startsWith("java.")
                || name.startsWith("javax.")
                || name.startsWith("jdk.")
                || name.startsWith("sun.")
                || name.startsWith("com.sun.");
    }
}
