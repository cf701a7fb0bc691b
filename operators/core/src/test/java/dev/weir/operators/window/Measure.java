package dev.weir.operators.window;

/** A number for a key of any class, at a time. */
record Measure(Object key, long value, long time) {}
