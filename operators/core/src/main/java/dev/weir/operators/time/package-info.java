/** Event time: where timestamps and watermarks come from. */
@NullMarked
package dev.weir.operators.time;

import org.jspecify.annotations.NullMarked;
