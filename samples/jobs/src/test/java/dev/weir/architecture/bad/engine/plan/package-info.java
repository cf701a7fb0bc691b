/** Bad: documented, but not null-marked. */
package dev.weir.architecture.bad.engine.plan;
