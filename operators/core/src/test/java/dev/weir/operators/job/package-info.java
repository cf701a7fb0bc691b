/** Whole jobs in the real engine: crashes, restarts, and faults that users of stream processors have reported. */
@NullMarked
package dev.weir.operators.job;

import org.jspecify.annotations.NullMarked;
