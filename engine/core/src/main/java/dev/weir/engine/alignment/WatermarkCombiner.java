package dev.weir.engine.alignment;

import java.util.Arrays;

/**
 * Combines the watermarks of several channels: the minimum over those that are active and have caught up. An idle
 * channel is left out; when all are idle the result goes up to the largest seen, then the subtask is idle. A channel that
 * comes back behind the result is not waited for until it has caught up. A finished channel (its watermark is MAX) is
 * left out of the minimum and of the largest seen; MAX is the result when every channel has finished.
 *
 * <p>Invariant: the result never goes down.
 */
public final class WatermarkCombiner {

    private enum Status {
        ACTIVE,
        /** Active, but behind the result. */
        BEHIND,
        IDLE,
        FINISHED
    }

    private final long[] watermarks;
    private final Status[] statuses;
    private long result;
    private boolean idle;

    /** @param restored the result to start from; {@code Long.MIN_VALUE} where nothing is restored */
    public WatermarkCombiner(int channels, long restored) {
        this.watermarks = new long[channels];
        this.statuses = new Status[channels];
        this.result = restored;
        Arrays.fill(watermarks, Long.MIN_VALUE);
        Arrays.fill(statuses, Status.ACTIVE);
    }

    /** The combined watermark; {@code Long.MIN_VALUE} before the first. */
    public long watermark() {
        return result;
    }

    /** Whether all channels that have not finished are idle. */
    public boolean isIdle() {
        return idle;
    }

    public void onWatermark(int channel, long watermark) {
        if (statuses[channel] == Status.FINISHED) {
            return;
        }
        watermarks[channel] = Math.max(watermarks[channel], watermark);
        statuses[channel] = watermark == Long.MAX_VALUE ? Status.FINISHED : activeOrBehind(channel);
        recompute();
    }

    public void onIdle(int channel) {
        if (statuses[channel] != Status.FINISHED) {
            statuses[channel] = Status.IDLE;
            recompute();
        }
    }

    /** The channel is active again, by a mark or by a record. */
    public void onActive(int channel) {
        if (statuses[channel] == Status.IDLE) {
            statuses[channel] = activeOrBehind(channel);
            recompute();
        }
    }

    public boolean isIdle(int channel) {
        return statuses[channel] == Status.IDLE;
    }

    private Status activeOrBehind(int channel) {
        boolean comesBack = statuses[channel] == Status.IDLE || statuses[channel] == Status.BEHIND;
        return comesBack && watermarks[channel] < result ? Status.BEHIND : Status.ACTIVE;
    }

    private void recompute() {
        long smallestActive = Long.MAX_VALUE;
        long largestUnfinished = Long.MIN_VALUE;
        int active = 0;
        int behind = 0;
        int finished = 0;
        for (int i = 0; i < statuses.length; i++) {
            switch (statuses[i]) {
                case ACTIVE -> {
                    active++;
                    smallestActive = Math.min(smallestActive, watermarks[i]);
                }
                case BEHIND -> behind++;
                case FINISHED -> finished++;
                case IDLE -> {}
            }
            if (statuses[i] != Status.FINISHED) {
                largestUnfinished = Math.max(largestUnfinished, watermarks[i]);
            }
        }
        if (finished == statuses.length) {
            result = Long.MAX_VALUE;
        } else if (active > 0) {
            result = Math.max(result, smallestActive);
        } else if (behind == 0) {
            result = Math.max(result, largestUnfinished);
        }
        idle = active + behind == 0 && finished < statuses.length;
    }
}
