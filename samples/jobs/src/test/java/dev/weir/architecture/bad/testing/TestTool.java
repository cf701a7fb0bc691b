package dev.weir.architecture.bad.testing;

/** A tool for tests, for a bad class to use. */
public record TestTool(long seed) {}
