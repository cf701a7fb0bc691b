/** State of an operator that belongs to no key: lists and maps that users declare. */
@NullMarked
package dev.weir.snapshot.operator;

import org.jspecify.annotations.NullMarked;
