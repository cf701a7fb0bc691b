package dev.weir.samples.peers.flink;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputView;

/** What the hand-written serializers of mutable, stateless records have in common. */
abstract class HandWrittenSerializer<E> extends TypeSerializer<E> {

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public TypeSerializer<E> duplicate() {
        return this;
    }

    @Override
    public E copy(E from) {
        return copy(from, createInstance());
    }

    @Override
    public E deserialize(DataInputView source) throws IOException {
        return deserialize(createInstance(), source);
    }
}
