/** Hazelcast Jet as a benchmarked system: the same jobs on its Pipeline API and on its Core API, in one embedded member. */
@NullMarked
package dev.weir.samples.peers.jet;

import org.jspecify.annotations.NullMarked;
