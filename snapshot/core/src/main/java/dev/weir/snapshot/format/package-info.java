/** What a checkpoint looks like on storage: segments per subtask, blocks per key group, manifests. */
@NullMarked
package dev.weir.snapshot.format;

import org.jspecify.annotations.NullMarked;
