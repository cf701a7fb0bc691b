/** Reads configuration files into the engine's typed settings; the only reader of HOCON in the project. */
@NullMarked
package dev.weir.cluster;

import org.jspecify.annotations.NullMarked;
