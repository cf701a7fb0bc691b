package dev.weir.architecture.bad.engine.job;

import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;

/** Bad: one of its messages has no handler, and one part of a sealed pair has none. */
public final class HalfDeafActor extends AbstractBehavior<HalfDeafActor.Command> {

    /** What it accepts. */
    public sealed interface Command {}

    record Heard() implements Command {}

    record Unheard() implements Command {}

    sealed interface Pair extends Command {}

    record HeardHalf() implements Pair {}

    record UnheardHalf() implements Pair {}

    static Behavior<Command> create() {
        return Behaviors.setup(HalfDeafActor::new);
    }

    private HalfDeafActor(ActorContext<Command> context) {
        super(context);
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(Heard.class, heard -> Behaviors.same())
                .onMessage(HeardHalf.class, heard -> Behaviors.same())
                .build();
    }
}
