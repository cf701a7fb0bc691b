/** Typed settings of a job; each record refuses nonsense. */
@NullMarked
package dev.weir.engine.settings;

import org.jspecify.annotations.NullMarked;
