/** Sinks: print, for-each, collect, and the two-phase commit that makes a sink exactly-once. */
@NullMarked
package dev.weir.operators.sink;

import org.jspecify.annotations.NullMarked;
