/** Apache Flink as a benchmarked system: the same job on its DataStream API, in a local mini cluster. */
@NullMarked
package dev.weir.samples.peers.flink;

import org.jspecify.annotations.NullMarked;
