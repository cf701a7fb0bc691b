package dev.weir.architecture.bad.snapshot.state;

import dev.weir.architecture.bad.engine.wire.TransportMayKnowPekko;

/** Bad: the lowest module knows a higher one. */
public record ReachesUp(TransportMayKnowPekko above) {}
