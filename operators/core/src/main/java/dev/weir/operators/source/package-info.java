/** Sources that need no outside system: a generator and a collection. */
@NullMarked
package dev.weir.operators.source;

import org.jspecify.annotations.NullMarked;
