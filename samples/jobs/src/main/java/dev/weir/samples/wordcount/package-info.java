/** Counts the words of text files and writes every update, exactly once, across crashes of the process. */
@NullMarked
package dev.weir.samples.wordcount;

import org.jspecify.annotations.NullMarked;
