package dev.weir.samples.peers.jet;

import java.io.Serializable;

/**
 * What flows through the job: records of type {@code E} with keys of type {@code K}. Serializable, as a part of the job.
 *
 * @param <E> the record type
 * @param <K> the key type
 */
interface EventKind<E extends Summable<E>, K> extends Serializable {

    /** A new record. */
    E create(int key, long value);

    K keyOf(E event);
}
