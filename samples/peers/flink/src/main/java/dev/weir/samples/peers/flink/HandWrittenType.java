package dev.weir.samples.peers.flink;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

/** Makes Flink use a hand-written serializer for a class. */
final class HandWrittenType<E> extends TypeInformation<E> {

    private final Class<E> type;
    private final TypeSerializer<E> serializer;

    HandWrittenType(Class<E> type, TypeSerializer<E> serializer) {
        this.type = type;
        this.serializer = serializer;
    }

    @Override
    public boolean isBasicType() {
        return false;
    }

    @Override
    public boolean isTupleType() {
        return false;
    }

    @Override
    public int getArity() {
        return 1;
    }

    @Override
    public int getTotalFields() {
        return 1;
    }

    @Override
    public Class<E> getTypeClass() {
        return type;
    }

    @Override
    public boolean isKeyType() {
        return false;
    }

    @Override
    public TypeSerializer<E> createSerializer(SerializerConfig config) {
        return serializer;
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof HandWrittenType;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof HandWrittenType<?> that && that.type == type;
    }

    @Override
    public int hashCode() {
        return type.hashCode();
    }

    @Override
    public String toString() {
        return "HandWrittenType<" + type.getSimpleName() + ">";
    }
}
