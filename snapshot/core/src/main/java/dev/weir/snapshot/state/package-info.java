/** Keyed state as user functions see it: handles and descriptors. Public API. */
@NullMarked
package dev.weir.snapshot.state;

import org.jspecify.annotations.NullMarked;
