/** The simulation as a command: schedules, fault counts, mutants. */
@NullMarked
package dev.weir.engine.simulation;

import org.jspecify.annotations.NullMarked;
