/** Sources that need no outside system: a generator and a collection; and what other sources are made with. */
@NullMarked
package dev.weir.operators.source;

import org.jspecify.annotations.NullMarked;
