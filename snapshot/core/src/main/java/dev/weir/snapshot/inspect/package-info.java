/** Looking into savepoints and checkpoints without running the job: what is in them, whether it is whole, single entries. */
@NullMarked
package dev.weir.snapshot.inspect;

import org.jspecify.annotations.NullMarked;
