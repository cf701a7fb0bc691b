/** Where keyed state lives while a job runs: the backend SPI and the heap backend. */
@NullMarked
package dev.weir.snapshot.backend;

import org.jspecify.annotations.NullMarked;
