package dev.weir.architecture.bad.engine.job;

import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;

/** Good: handles one message by its class and two by the part of the protocol they belong to. */
public final class AttentiveActor extends AbstractBehavior<AttentiveActor.Command> {

    /** What it accepts. */
    public sealed interface Command {}

    record Single() implements Command {}

    sealed interface Pair extends Command {}

    record First() implements Pair {}

    record Second() implements Pair {}

    static Behavior<Command> create() {
        return Behaviors.setup(AttentiveActor::new);
    }

    private AttentiveActor(ActorContext<Command> context) {
        super(context);
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(Single.class, single -> Behaviors.same())
                .onMessage(Pair.class, pair -> Behaviors.same())
                .build();
    }
}
