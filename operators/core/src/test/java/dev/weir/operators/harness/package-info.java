/** Runs one operator without an engine: time, keys, snapshots and restores are calls. */
@NullMarked
package dev.weir.operators.harness;

import org.jspecify.annotations.NullMarked;
