package dev.weir.operators.window;

/** A sum or count of one key in one window. */
public record WindowedLong<K>(K key, TimeWindow window, long value) {}
