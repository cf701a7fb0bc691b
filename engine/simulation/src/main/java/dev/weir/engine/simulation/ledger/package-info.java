/** A transactional system outside of the job, in memory, that remembers everything that was done to it. */
@NullMarked
package dev.weir.engine.simulation.ledger;

import org.jspecify.annotations.NullMarked;
