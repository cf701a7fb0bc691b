/** Values to bytes and back: Kryo with the writer's schema beside each state. */
@NullMarked
package dev.weir.snapshot.codec;

import org.jspecify.annotations.NullMarked;
