/** The life of one job: starts, failures, restarts, its end; and the actor around it. */
@NullMarked
package dev.weir.engine.job;

import org.jspecify.annotations.NullMarked;
