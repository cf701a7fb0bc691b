/** The limit: the same work in a hand-written loop of two threads. */
@NullMarked
package dev.weir.samples.peers.loop;

import org.jspecify.annotations.NullMarked;
