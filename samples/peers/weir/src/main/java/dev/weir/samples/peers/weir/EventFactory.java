package dev.weir.samples.peers.weir;

/** Makes a source's records. */
@FunctionalInterface
interface EventFactory<E> {

    E create(int key, long value);
}
