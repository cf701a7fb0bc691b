/** What the rest of the engine need not know of Pekko: dispatchers, and the threads and alarms behind them. */
@NullMarked
package dev.weir.engine.wire;

import org.jspecify.annotations.NullMarked;
