/** Good: null-marked. */
@NullMarked
package dev.weir.architecture.bad.engine.wire;

import org.jspecify.annotations.NullMarked;
