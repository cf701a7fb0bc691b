package dev.weir.operators.process;

/** A key and a number: the running sum or count of that key. */
public record KeyedLong<K>(K key, long value) {}
