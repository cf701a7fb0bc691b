/** Deep copies of mutable records and values, compiled once per class; immutable ones are never copied. */
@NullMarked
package dev.weir.snapshot.copy;

import org.jspecify.annotations.NullMarked;
