/** Actors that run subtasks. */
@NullMarked
package dev.weir.engine.worker;

import org.jspecify.annotations.NullMarked;
