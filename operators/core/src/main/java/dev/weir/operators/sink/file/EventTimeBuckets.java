package dev.weir.operators.sink.file;

import dev.weir.engine.operator.Timestamps;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/**
 * Buckets by event time. The last bucket is remembered with the span of time around it in which the pattern surely gives
 * the same text, so few records are formatted. Any thread: what is remembered never changes, and is replaced as a whole.
 */
final class EventTimeBuckets<T> implements BucketAssigner<T> {

    private static final String FINER_THAN_SECONDS = "SAnN";
    private static final String COARSE = "GuyDMLdQqYwWEecFaBhKkHm-/_.: '=";
    private static final long SECOND_MILLIS = 1_000;
    private static final long MINUTE_MILLIS = 60_000;

    /** @param start first ms of the span; with {@code end} excluded */
    private record Span(long start, long end, String bucket) {
        static final Span NONE = new Span(0, 0, "");
    }

    private final String pattern;
    private final DateTimeFormatter formatter;
    private final long spanMillis;
    private Span last = Span.NONE;

    EventTimeBuckets(String pattern, ZoneId zone) {
        this.pattern = pattern;
        this.formatter = DateTimeFormatter.ofPattern(pattern).withZone(zone);
        this.spanMillis = spanMillisOf(pattern, zone);
    }

    /** Offsets of named zones had seconds once, and change at any second: only a fixed offset's minutes are regular. */
    private static long spanMillisOf(String pattern, ZoneId zone) {
        if (pattern.chars().anyMatch(letter -> FINER_THAN_SECONDS.indexOf(letter) >= 0)) {
            return 1;
        }
        boolean isCoarse = pattern.chars().allMatch(letter -> COARSE.indexOf(letter) >= 0);
        boolean hasWholeMinutes = zone.getRules().isFixedOffset()
                && zone.getRules().getOffset(Instant.EPOCH).getTotalSeconds() % 60 == 0;
        return isCoarse && hasWholeMinutes ? MINUTE_MILLIS : SECOND_MILLIS;
    }

    @Override
    public String bucketOf(T record, long timestamp) {
        Span span = last;
        if (timestamp < span.start || timestamp >= span.end) {
            span = spanOf(timestamp);
            last = span;
        }
        return span.bucket;
    }

    private Span spanOf(long timestamp) {
        if (timestamp == Timestamps.NONE) {
            throw new IllegalStateException("buckets by event time need records with timestamps: pattern '" + pattern
                    + "' met one without; assign timestamps before the sink");
        }
        long start = Math.floorDiv(timestamp, spanMillis) * spanMillis;
        return new Span(start, start + spanMillis, formatter.format(Instant.ofEpochMilli(timestamp)));
    }
}
