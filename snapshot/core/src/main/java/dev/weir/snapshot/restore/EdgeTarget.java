package dev.weir.snapshot.restore;

import dev.weir.snapshot.format.EdgeId;

/**
 * An edge of the job that is about to start, as its receiving chain sees it.
 *
 * @param senders the parallelism of the sending operator
 */
public record EdgeTarget(EdgeId edge, int senders, Dealing dealing) {

    /** What becomes of records under way when the parallelism of one side changes. */
    public enum Dealing {
        /** They have keys: each goes to the subtask that owns its key group. */
        BY_KEY_GROUP,
        /** Any subtask may have them: those of one old receiver stay together. */
        BY_RECEIVER,
        /** Only the old receiver may have them, so they can't be dealt out anew. */
        PINNED
    }
}
