package dev.weir.architecture.bad.engine.job;

/** Bad: anybody may add to its protocol. */
public final class OpenEndedActor {

    /** Not sealed. */
    public interface Command {}
}
