/** Named one-line faults as text patches, compiled in memory and run in the same world. */
@NullMarked
package dev.weir.engine.simulation.mutant;

import org.jspecify.annotations.NullMarked;
