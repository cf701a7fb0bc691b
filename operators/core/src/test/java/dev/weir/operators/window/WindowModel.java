package dev.weir.operators.window;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What tumbling windows of one key should say, by brute force: windows are searched for, not computed. */
final class WindowModel {

    private final long size;
    private final long offset;
    private final long lateness;
    private final Map<Long, Content> windows = new LinkedHashMap<>();
    private long late;

    private static final class Content {
        private long sum;
        private boolean waitsForWatermark;
    }

    WindowModel(long size, long offset, long lateness) {
        this.size = size;
        this.offset = offset;
        this.lateness = lateness;
    }

    /** A record comes; the answer is what is emitted at once. */
    List<String> add(Vote vote, long watermark) {
        long start = startOf(vote.time());
        if (isGone(start, watermark)) {
            late++;
            return List.of();
        }
        Content content = windows.computeIfAbsent(start, any -> new Content());
        content.sum += vote.value();
        if (last(start) <= watermark) {
            return List.of(say(vote.key(), start, content));
        }
        content.waitsForWatermark = true;
        return List.of();
    }

    /** The watermark rises; the answer is what is emitted, in the order of time. */
    List<String> advance(String key, long watermark) {
        List<String> said = new ArrayList<>();
        windows.entrySet().stream()
                .filter(window -> window.getValue().waitsForWatermark && last(window.getKey()) <= watermark)
                .sorted(Comparator.comparing(Map.Entry::getKey))
                .forEach(window -> {
                    window.getValue().waitsForWatermark = false;
                    said.add(say(key, window.getKey(), window.getValue()));
                });
        windows.keySet().removeIf(start -> isGone(start, watermark));
        return said;
    }

    long late() {
        return late;
    }

    int open() {
        return windows.size();
    }

    private boolean isGone(long start, long watermark) {
        return last(start) + lateness <= watermark;
    }

    private long last(long start) {
        return start + size - 1;
    }

    private long startOf(long time) {
        long start = offset - 300 * size;
        while (time >= start + size) {
            start += size;
        }
        return start;
    }

    private String say(String key, long start, Content content) {
        return key + " " + new TimeWindow(start, start + size) + "=" + content.sum;
    }
}
