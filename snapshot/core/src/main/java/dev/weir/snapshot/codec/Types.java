package dev.weir.snapshot.codec;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;

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

    /** A field's type with the owner's type arguments put in. */
    static Type resolve(Type fieldType, Type owner) {
        if (fieldType instanceof TypeVariable<?> variable && owner instanceof ParameterizedType parameterized) {
            TypeVariable<?>[] variables = raw(owner).getTypeParameters();
            for (int i = 0; i < variables.length; i++) {
                if (variables[i].equals(variable)) {
                    return bound(parameterized.getActualTypeArguments()[i]);
                }
            }
        }
        return fieldType;
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
