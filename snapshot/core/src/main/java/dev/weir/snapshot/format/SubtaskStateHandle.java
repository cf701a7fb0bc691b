package dev.weir.snapshot.format;

/** What a subtask's snapshot became. */
public record SubtaskStateHandle() {}
