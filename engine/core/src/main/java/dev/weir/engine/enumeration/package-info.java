/** Where the enumerators of a job's sources run. */
@NullMarked
package dev.weir.engine.enumeration;

import org.jspecify.annotations.NullMarked;
