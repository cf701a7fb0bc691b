package dev.weir.engine.operator;

/**
 * Marks a Throwable that every further attempt would only meet again: the job fails at once instead of restarting, and
 * keeps its newest checkpoint, so that a person can put right what is wrong and go on from there.
 */
public interface LastingFailure {}
