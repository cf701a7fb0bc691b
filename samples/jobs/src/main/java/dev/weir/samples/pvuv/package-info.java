/** Page views and unique visitors per page in 5-minute windows, with a crash on the way and a proof at the end. */
@NullMarked
package dev.weir.samples.pvuv;

import org.jspecify.annotations.NullMarked;
