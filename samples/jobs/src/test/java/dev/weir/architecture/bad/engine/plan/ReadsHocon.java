package dev.weir.architecture.bad.engine.plan;

import com.typesafe.config.Config;

/** Bad: reads configuration where settings should be handed in. */
public record ReadsHocon(Config config) {}
