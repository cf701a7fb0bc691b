/** From the graph to chains, subtasks and channels. Pure. */
@NullMarked
package dev.weir.engine.plan;

import org.jspecify.annotations.NullMarked;
