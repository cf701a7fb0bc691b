package dev.weir.engine.alignment;

import dev.weir.snapshot.format.InFlight.Activity;
import java.util.Arrays;

/**
 * Combines the watermarks of several channels, or of the splits of a source: the minimum over those that are active and have caught up. An idle
 * channel is left out; when all are idle the result goes up to the largest seen, then the subtask is idle. A channel that
 * comes back behind the result is not waited for until it has caught up. A finished channel (its watermark is MAX) is
 * left out of the minimum and of the largest seen; MAX is the result when every channel has finished. Channels may come
 * and go; without any the result stays and counts as idle.
 *
 * <p>Invariant: the result never goes down.
 */
public final class WatermarkCombiner {

    private enum Status {
        ACTIVE,
        /** Active, but behind the result. */
        BEHIND,
        IDLE,
        FINISHED,
        /** A number that no channel has at present. */
        VACANT
    }

    private long[] watermarks;
    private Status[] statuses;
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

    /**
     * Adds a channel; a new one has no watermark and is waited for. One that has been before and is behind the result by
     * now isn't. Takes effect with the next event, so that several can be added at once.
     *
     * @param watermark what it had reached; {@code Long.MIN_VALUE} for nothing yet
     * @return its number
     */
    public int add(long watermark) {
        int channel = 0;
        while (channel < statuses.length && statuses[channel] != Status.VACANT) {
            channel++;
        }
        if (channel == statuses.length) {
            watermarks = Arrays.copyOf(watermarks, channel + 1);
            statuses = Arrays.copyOf(statuses, channel + 1);
        }
        watermarks[channel] = watermark;
        statuses[channel] = watermark != Long.MIN_VALUE && watermark < result ? Status.BEHIND : Status.ACTIVE;
        idle = false;
        return channel;
    }

    /** Removes a channel; its number may be given to another. */
    public void remove(int channel) {
        statuses[channel] = Status.VACANT;
        recompute();
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

    /** How far a channel had come when a snapshot was taken; before anything else happens on it. */
    public void restore(int channel, long watermark, Activity activity) {
        watermarks[channel] = watermark;
        statuses[channel] = watermark == Long.MAX_VALUE
                ? Status.FINISHED
                : switch (activity) {
                    case ACTIVE -> Status.ACTIVE;
                    case BEHIND -> Status.BEHIND;
                    case IDLE -> Status.IDLE;
                };
        recompute();
    }

    /** The watermark of one channel; {@code Long.MIN_VALUE} before its first, {@code Long.MAX_VALUE} once it has finished. */
    public long watermark(int channel) {
        return watermarks[channel];
    }

    /** Whether a channel is waited for; of one that has finished its watermark tells. */
    public Activity activity(int channel) {
        return switch (statuses[channel]) {
            case ACTIVE, FINISHED, VACANT -> Activity.ACTIVE;
            case BEHIND -> Activity.BEHIND;
            case IDLE -> Activity.IDLE;
        };
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
        int vacant = 0;
        for (int i = 0; i < statuses.length; i++) {
            switch (statuses[i]) {
                case ACTIVE -> {
                    active++;
                    smallestActive = Math.min(smallestActive, watermarks[i]);
                }
                case BEHIND -> behind++;
                case FINISHED -> finished++;
                case VACANT -> vacant++;
                case IDLE -> {}
            }
            if (statuses[i] != Status.FINISHED && statuses[i] != Status.VACANT) {
                largestUnfinished = Math.max(largestUnfinished, watermarks[i]);
            }
        }
        boolean hasEnded = finished > 0 && finished + vacant == statuses.length;
        if (hasEnded) {
            result = Long.MAX_VALUE;
        } else if (active > 0) {
            result = Math.max(result, smallestActive);
        } else if (behind == 0) {
            result = Math.max(result, largestUnfinished);
        }
        idle = active + behind == 0 && !hasEnded;
    }
}
