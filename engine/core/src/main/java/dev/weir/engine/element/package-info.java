/** What travels in band: batches of records, watermarks, barriers, ends. */
@NullMarked
package dev.weir.engine.element;

import org.jspecify.annotations.NullMarked;
