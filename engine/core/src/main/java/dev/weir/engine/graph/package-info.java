/** The job as its author drew it: nodes, edges, partitionings, and the SPI that builds it. */
@NullMarked
package dev.weir.engine.graph;

import org.jspecify.annotations.NullMarked;
