package dev.weir.engine.simulation.program;

import dev.weir.engine.simulation.ledger.Token;
import java.util.List;
import java.util.Map;

/** Hears what operators of the generated job see: the oracles' eyes inside of the job. */
public interface Observer {

    /** An operator saw what must not be. */
    void breach(String invariant, String values);

    /**
     * What of each source's split a node's subtask has processed, as of its snapshot.
     *
     * @param processed records by origin
     */
    void onProcessed(long checkpointId, int node, Map<Integer, Long> processed);

    /** What a sink's part of a checkpoint is still to have committed. */
    void onPrepared(long checkpointId, List<Token> tokens);

    /** Whether event time may come to its end ahead of the data. */
    boolean mayEndEarly();

    /** How far a split has been read as of a snapshot; what is never told of has been read to its end. */
    void onPosition(long checkpointId, int origin, long position);
}
