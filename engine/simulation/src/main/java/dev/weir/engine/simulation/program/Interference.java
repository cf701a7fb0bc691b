package dev.weir.engine.simulation.program;

/** Is asked by all user code of the simulated job before it does something: the world's chance to throw. */
@FunctionalInterface
public interface Interference {

    /** Returns, or throws anything at all. */
    void before(Phase phase) throws Exception;
}
