package dev.weir.engine.operator;

import dev.weir.snapshot.format.OperatorStateBlock.Redistribution;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Takes an operator's own state for one checkpoint or savepoint. */
public interface SnapshotContext {

    long checkpointId();

    /** What it is taken for. */
    SnapshotKind kind();

    /** Adds elements under a name; the arrays are not changed afterwards. */
    void put(String name, Redistribution redistribution, List<byte[]> elements);

    /**
     * Adds elements that are still being prepared on another thread; the subtask acknowledges when they are there. A
     * stage that fails fails the attempt.
     */
    void putLater(String name, Redistribution redistribution, CompletionStage<List<byte[]>> elements);
}
