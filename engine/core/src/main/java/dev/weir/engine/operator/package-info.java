/** The operator SPI: what a chain calls and what an operator may ask for. */
@NullMarked
package dev.weir.engine.operator;

import org.jspecify.annotations.NullMarked;
