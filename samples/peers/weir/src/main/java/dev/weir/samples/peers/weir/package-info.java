/** Weir as a benchmarked system: its jobs, written with the public API only. */
@NullMarked
package dev.weir.samples.peers.weir;

import org.jspecify.annotations.NullMarked;
