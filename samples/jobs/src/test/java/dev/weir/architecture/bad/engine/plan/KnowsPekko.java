package dev.weir.architecture.bad.engine.plan;

import org.apache.pekko.actor.typed.ActorRef;

/** Bad: a decision class that tells an actor. */
public record KnowsPekko(ActorRef<String> neighbour) {}
