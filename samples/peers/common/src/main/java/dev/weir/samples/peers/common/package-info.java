/** What every benchmarked system shares: the generator, the work's arithmetic, the meter and the report. */
@NullMarked
package dev.weir.samples.peers.common;

import org.jspecify.annotations.NullMarked;
