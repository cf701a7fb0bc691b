/** Runs jobs in this JVM: the entry point for tests, mains and host applications. */
@NullMarked
package dev.weir.engine.local;

import org.jspecify.annotations.NullMarked;
