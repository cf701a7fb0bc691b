/** Reads lines out of files: whole folders, split at any byte, plain or gzipped, once or for ever. */
@NullMarked
package dev.weir.operators.source.file;

import org.jspecify.annotations.NullMarked;
