package dev.weir.architecture.bad.cluster;

import com.typesafe.config.Config;
import dev.weir.architecture.bad.engine.wire.TransportMayKnowPekko;

/** Good: looks down, and may read HOCON. */
public record ConfigurationMayKnowTheEngine(Config config, TransportMayKnowPekko below) {}
