/** The soak: a job that fails again and again, in every phase of user code, and may neither lose, repeat nor leave anything. */
@NullMarked
package dev.weir.samples.peers.weir.soak;

import org.jspecify.annotations.NullMarked;
