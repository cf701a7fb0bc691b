/** The functions users write: stateless ones, selectors, and the life cycle all of them may have. */
@NullMarked
package dev.weir.operators.function;

import org.jspecify.annotations.NullMarked;
