package dev.weir.samples.peers.weir;

import dev.weir.engine.subtask.SubtaskStatistics;
import dev.weir.engine.subtask.SubtaskStatistics.Traffic;
import dev.weir.samples.peers.common.Meter;
import java.util.List;
import java.util.function.ToLongFunction;

/** How many batches wait between the subtasks of a job, looked at again and again while it runs. */
final class QueueSamples {

    private int count;
    private long mostQueued;
    private long mostHeld;
    private long mostInMailboxes;

    void add(List<SubtaskStatistics> subtasks) {
        count++;
        mostQueued = Math.max(mostQueued, sum(subtasks, Traffic::queuedBatches));
        mostHeld = Math.max(mostHeld, sum(subtasks, Traffic::heldBatches));
        // Subtasks are looked at one after the other, so this is right but for a few batches.
        mostInMailboxes =
                Math.max(mostInMailboxes, sum(subtasks, Traffic::batchesOut) - sum(subtasks, Traffic::batchesIn));
    }

    private static long sum(List<SubtaskStatistics> subtasks, ToLongFunction<Traffic> count) {
        return subtasks.stream()
                .map(SubtaskStatistics::traffic)
                .mapToLong(count)
                .sum();
    }

    /** Hands the largest figures to the meter. */
    void report(Meter meter) {
        meter.figure("queueSamples", count);
        meter.figure("queuedBatchesMax", (double) mostQueued);
        meter.figure("heldBatchesMax", (double) mostHeld);
        meter.figure("mailboxBatchesMax", (double) mostInMailboxes);
    }
}
