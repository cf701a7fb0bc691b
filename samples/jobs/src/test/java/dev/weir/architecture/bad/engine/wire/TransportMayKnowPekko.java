package dev.weir.architecture.bad.engine.wire;

import org.apache.pekko.actor.typed.ActorRef;

/** Good: the transport is made of actors. */
public record TransportMayKnowPekko(ActorRef<String> neighbour) {}
