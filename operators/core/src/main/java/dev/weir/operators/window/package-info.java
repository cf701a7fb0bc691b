/** Windows over event time: which window a record belongs to, what a window keeps, and when it speaks. */
@NullMarked
package dev.weir.operators.window;

import org.jspecify.annotations.NullMarked;
