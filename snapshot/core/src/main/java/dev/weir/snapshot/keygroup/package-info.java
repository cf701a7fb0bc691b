/** Key groups: how a key finds its group and a group its subtask. */
@NullMarked
package dev.weir.snapshot.keygroup;

import org.jspecify.annotations.NullMarked;
