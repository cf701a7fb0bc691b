/** A job in a process of its own that is killed and started again. */
@NullMarked
package dev.weir.samples.restart;

import org.jspecify.annotations.NullMarked;
