package dev.weir.samples.pvuv;

/**
 * One page view.
 *
 * @param timeMillis event time in ms
 */
public record Click(long page, int user, long timeMillis) {}
