/** The launcher: runs each system in a JVM of its own, prints JSON lines and compares the medians. */
@NullMarked
package dev.weir.samples.benchmarks;

import org.jspecify.annotations.NullMarked;
