/** The source SPI: splits, enumerator, readers. */
@NullMarked
package dev.weir.engine.source;

import org.jspecify.annotations.NullMarked;
