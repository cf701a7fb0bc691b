/** The seeded, single-threaded world: events in virtual time, links, storage, crashes, and the oracles. */
@NullMarked
package dev.weir.engine.simulation.world;

import org.jspecify.annotations.NullMarked;
