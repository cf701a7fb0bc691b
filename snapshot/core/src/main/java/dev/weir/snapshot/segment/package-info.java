/** Segments: writing a subtask's snapshot to storage and reading the slices of it that a subtask restores. */
@NullMarked
package dev.weir.snapshot.segment;

import org.jspecify.annotations.NullMarked;
