/** Process functions and keyed aggregations: record by record, with state and timers. */
@NullMarked
package dev.weir.operators.process;

import org.jspecify.annotations.NullMarked;
