/** The two ends of a channel: queue and credit. */
@NullMarked
package dev.weir.engine.channel;

import org.jspecify.annotations.NullMarked;
