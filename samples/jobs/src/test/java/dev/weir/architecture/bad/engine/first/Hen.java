package dev.weir.architecture.bad.engine.first;

import dev.weir.architecture.bad.engine.second.Egg;

/** Bad: its package and that of the egg need each other. */
public record Hen(Egg laid) {}
