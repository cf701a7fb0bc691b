/** Sample jobs and the runner that starts them from the command line. */
@NullMarked
package dev.weir.samples;

import org.jspecify.annotations.NullMarked;
