/** A sink of files: parts of a folder, which appear whole and once. */
@NullMarked
package dev.weir.operators.sink.file;

import org.jspecify.annotations.NullMarked;
