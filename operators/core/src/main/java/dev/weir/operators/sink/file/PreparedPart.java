package dev.weir.operators.sink.file;

/**
 * One part as a checkpoint knows it.
 *
 * @param phase what the writer had done with it
 * @param hiddenName its name in the staging folder
 * @param committedPath where it belongs, relative to the sink's folder, with {@code /}
 * @param lengthBytes how much of it is durable and belongs to the checkpoint
 */
record PreparedPart(Phase phase, String hiddenName, String committedPath, long lengthBytes) {

    /** Of a part that isn't committed. */
    enum Phase {
        /** Written on after the checkpoint: bytes may follow that don't belong to it. */
        IN_PROGRESS,
        /** Closed: it waits for its commit. */
        PENDING
    }
}
