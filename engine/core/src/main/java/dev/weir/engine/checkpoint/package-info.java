/** Decides checkpoint rounds: when one starts, what completes it, what it leaves behind. Pure. */
@NullMarked
package dev.weir.engine.checkpoint;

import org.jspecify.annotations.NullMarked;
