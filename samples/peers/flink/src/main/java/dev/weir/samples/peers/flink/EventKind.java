package dev.weir.samples.peers.flink;

import java.io.Serializable;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.functions.KeySelector;

/**
 * What flows through the job: records of type {@code E} with keys of type {@code K}.
 *
 * @param <E> the record type, a POJO
 * @param <K> the key type
 */
interface EventKind<E extends Summable<E>, K> extends Serializable {

    Class<E> eventClass();

    /** A new record. */
    E create(int key, long value);

    /** Turns a record into another, under object reuse. */
    void refill(E event, int key, long value);

    KeySelector<E, K> keySelector();

    TypeInformation<K> keyType();

    /** The serializer an expert would write. */
    TypeSerializer<E> handWrittenSerializer();
}
