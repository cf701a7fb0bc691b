/** The word count across kills of its process. */
@NullMarked
package dev.weir.samples.wordcount;

import org.jspecify.annotations.NullMarked;
