package dev.weir.engine.simulation.world;

/** What the world does to a job. */
public enum Fault {
    /** The process is gone between two steps. */
    CRASH,
    /** The process is gone in the middle of a storage operation. */
    CRASH_IN_STORAGE,
    /** The process is gone in the middle of work outside, a commit say. */
    CRASH_OUTSIDE,
    /** A machine that runs subtasks is gone, the coordinator's isn't. */
    WORKER_CRASH,
    /** A machine that runs subtasks stands still for a while. */
    WORKER_PAUSE,
    /** Subtasks go on for a while when their coordinator is gone. */
    ZOMBIE,
    /** The process stands still while a successor starts, and goes on later. */
    PAUSE,
    /** User code throws. */
    THROW,
    /** A notice of completion or abortion never arrives. */
    LOST_NOTICE,
    /** The same arrives twice, the second time late. */
    REPEATED_NOTICE,
    /** An acknowledgement, refusal or confirmation never arrives. */
    LOST_REPORT,
    /** A report arrives twice, the second time late. */
    REPEATED_REPORT,
    /** A batch is lost between two others. */
    LOST_BATCH,
    /** All that is under way on a channel is lost, and later batches come through. */
    RESET_CHANNEL,
    /** A channel is much slower than others. */
    SLOW_CHANNEL,
    /** The machine dies while it writes, and a part of the file is there. */
    TORN_WRITE,
    /** A file is written, but its writer is told that it isn't. */
    WRITE_UNANSWERED,
    /** A file can't be deleted. */
    DELETE_FAILED,
    /** A file can't be written. */
    WRITE_FAILED,
    /** A file can't be read. */
    READ_FAILED,
    /** A put of the log or of a manifest fails without effect. */
    PUT_FAILED,
    /** A put has its effect, but its answer is lost. */
    PUT_UNANSWERED,
    /** Storage work takes longer than a round may. */
    SLOW_STORAGE,
    /** The next process runs the counter with another parallelism. */
    RESCALE
}
