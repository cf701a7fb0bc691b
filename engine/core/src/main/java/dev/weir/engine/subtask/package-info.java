/** One subtask: channels, alignment, chain, state, timers. Plain; the actor around it is a thin shell. */
@NullMarked
package dev.weir.engine.subtask;

import org.jspecify.annotations.NullMarked;
