/** The rules of the house as checks on its class files, and deliberately bad classes that show each rule can fail. */
@NullMarked
package dev.weir.architecture;

import org.jspecify.annotations.NullMarked;
