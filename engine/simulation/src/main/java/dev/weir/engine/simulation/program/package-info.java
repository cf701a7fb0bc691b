/** The small job that is simulated, its operators written against the engine's own SPI. */
@NullMarked
package dev.weir.engine.simulation.program;

import org.jspecify.annotations.NullMarked;
