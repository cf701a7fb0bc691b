/** What the rest of the engine need not know of Pekko: dispatchers. */
@NullMarked
package dev.weir.engine.wire;

import org.jspecify.annotations.NullMarked;
