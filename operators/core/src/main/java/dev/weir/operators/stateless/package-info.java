/** The operators behind map, flatMap, filter and their like: no state, one call to the user's function per record. */
@NullMarked
package dev.weir.operators.stateless;

import org.jspecify.annotations.NullMarked;
