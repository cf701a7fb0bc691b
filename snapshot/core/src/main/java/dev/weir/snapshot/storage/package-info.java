/** Durable storage: the SPI, memory and file storage, the job's log and its manifests. */
@NullMarked
package dev.weir.snapshot.storage;

import org.jspecify.annotations.NullMarked;
