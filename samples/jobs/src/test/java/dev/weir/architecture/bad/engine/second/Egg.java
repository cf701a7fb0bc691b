package dev.weir.architecture.bad.engine.second;

import dev.weir.architecture.bad.engine.first.Hen;
import org.jspecify.annotations.Nullable;

/** Bad: its package and that of the hen need each other. */
public record Egg(@Nullable Hen mother) {}
