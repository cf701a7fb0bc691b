package dev.weir.engine.simulation.world;

/** The process ends right here, in the middle of storage or outside work: it stands for a kill. */
final class ProcessDied extends Error {

    private static final long serialVersionUID = 1L;

    ProcessDied(String where) {
        super(where, null, false, false);
    }
}
