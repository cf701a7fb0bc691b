/** What coordinator and subtasks tell each other; plain records, each with epoch, attempt and checkpoint id. */
@NullMarked
package dev.weir.engine.protocol;

import org.jspecify.annotations.NullMarked;
