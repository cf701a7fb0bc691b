/** Manifest and parallelism to the slices each subtask restores. Pure. */
@NullMarked
package dev.weir.snapshot.restore;

import org.jspecify.annotations.NullMarked;
