/** State backends and how they are found. */
@NullMarked
package dev.weir.snapshot.plugin;

import org.jspecify.annotations.NullMarked;
