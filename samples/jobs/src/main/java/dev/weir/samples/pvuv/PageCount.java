package dev.weir.samples.pvuv;

/** A result: one page in one window. */
public record PageCount(long page, long windowStart, long views, long uniques) {}
