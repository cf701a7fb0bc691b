/** What the tests of every module share. */
@NullMarked
package dev.weir.testing;

import org.jspecify.annotations.NullMarked;
