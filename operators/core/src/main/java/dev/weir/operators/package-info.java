/** The DSL: what users write jobs with. Streams, their operations, and the graph they draw. */
@NullMarked
package dev.weir.operators;

import org.jspecify.annotations.NullMarked;
