package dev.weir.engine.settings;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * How subtasks run ({@code weir.task.*}, {@code weir.records.reuse}, {@code weir.restart.in-place-memory}).
 *
 * @param batchSize records per batch between subtasks, 1..256
 * @param credits data batches in flight per channel
 * @param flushInterval an open batch is sent after this long at the latest, also while the subtask stays busy
 * @param watermarkInterval how often watermarks are emitted
 * @param cancelTimeout user code that ignores a cancel is given up after this
 * @param threads task threads of the job; 0 for as many as there are processors
 * @param copies whether mutable records are copied where two readers could meet
 * @param inPlaceMemoryBytes what the job may keep of its last checkpoints in each process to roll surviving subtasks back
 *     in place; 0 to keep nothing, empty for a quarter of the heap
 */
public record TaskSettings(
        int batchSize,
        int credits,
        Duration flushInterval,
        Duration watermarkInterval,
        Duration cancelTimeout,
        int threads,
        RecordCopies copies,
        OptionalLong inPlaceMemoryBytes) {

    public static final TaskSettings DEFAULT = new TaskSettings(
            256, 16, Duration.ofMillis(10), Duration.ofMillis(200), Duration.ofSeconds(30), 0, RecordCopies.MUTABLE);

    /** With a quarter of the heap for rolling back in place. */
    public TaskSettings(
            int batchSize,
            int credits,
            Duration flushInterval,
            Duration watermarkInterval,
            Duration cancelTimeout,
            int threads,
            RecordCopies copies) {
        this(
                batchSize,
                credits,
                flushInterval,
                watermarkInterval,
                cancelTimeout,
                threads,
                copies,
                OptionalLong.empty());
    }

    public TaskSettings {
        Rules.atLeast("weir.task.batch-size", batchSize, 1);
        if (batchSize > 256) {
            throw new IllegalArgumentException("weir.task.batch-size must be in 1..256: got " + batchSize);
        }
        Rules.atLeast("weir.task.credits", credits, 1);
        Rules.positive("weir.task.flush-interval", flushInterval);
        Rules.positive("weir.task.watermark-interval", watermarkInterval);
        Rules.positive("weir.task.cancel-timeout", cancelTimeout);
        Rules.atLeast("weir.task.threads", threads, 0);
        if (inPlaceMemoryBytes.orElse(0) < 0) {
            throw new IllegalArgumentException("weir.restart.in-place-memory must be at least 0: got "
                    + inPlaceMemoryBytes.getAsLong() + "; 0 switches rolling back in place off");
        }
    }

    public TaskSettings withInPlaceMemory(long bytes) {
        return new TaskSettings(
                batchSize,
                credits,
                flushInterval,
                watermarkInterval,
                cancelTimeout,
                threads,
                copies,
                OptionalLong.of(bytes));
    }

    /** Which records are copied at a mailbox, for a second reader, and into state. */
    public enum RecordCopies {
        /** Those whose class is mutable. */
        MUTABLE,
        /** None: {@code weir.records.reuse = on}. */
        NONE
    }
}
