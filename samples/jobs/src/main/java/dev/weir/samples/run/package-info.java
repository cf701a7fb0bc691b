/** What samples need to be run from the command line. */
@NullMarked
package dev.weir.samples.run;

import org.jspecify.annotations.NullMarked;
