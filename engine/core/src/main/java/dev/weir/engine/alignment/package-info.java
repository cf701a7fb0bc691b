/** Barriers and watermarks over several channels. Pure. */
@NullMarked
package dev.weir.engine.alignment;

import org.jspecify.annotations.NullMarked;
