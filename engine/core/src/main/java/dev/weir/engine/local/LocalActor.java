package dev.weir.engine.local;

import dev.weir.engine.job.JobActor;
import dev.weir.engine.job.JobCommand;
import java.util.HashMap;
import java.util.Map;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.DispatcherSelector;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;

/** The parent of all jobs in this JVM. */
final class LocalActor extends AbstractBehavior<LocalActor.Command> {

    /** What it accepts. */
    sealed interface Command {}

    /** @param run a number of its own for each run */
    record Run(long run, JobActor.Wiring wiring) implements Command {}

    record Cancel(long run) implements Command {}

    private record Ended(long run, JobActor.Wiring wiring) implements Command {}

    static Behavior<Command> create(DispatcherSelector control) {
        return Behaviors.setup(context -> new LocalActor(context, control));
    }

    private final DispatcherSelector control;
    private final Map<Long, ActorRef<JobCommand>> jobs = new HashMap<>();

    private LocalActor(ActorContext<Command> context, DispatcherSelector control) {
        super(context);
        this.control = control;
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(Run.class, this::onRun)
                .onMessage(Cancel.class, this::onCancel)
                .onMessage(Ended.class, this::onEnded)
                .build();
    }

    private Behavior<Command> onRun(Run run) {
        ActorRef<JobCommand> job = getContext().spawn(JobActor.create(run.wiring()), "job-" + run.run(), control);
        getContext().watchWith(job, new Ended(run.run(), run.wiring()));
        jobs.put(run.run(), job);
        return this;
    }

    private Behavior<Command> onCancel(Cancel cancel) {
        ActorRef<JobCommand> job = jobs.get(cancel.run());
        if (job != null) {
            job.tell(new JobCommand.Cancel());
        }
        return this;
    }

    private Behavior<Command> onEnded(Ended ended) {
        jobs.remove(ended.run());
        ended.wiring().monitor().coordinatorGone("the job's coordinator ended unexpectedly; the log says why");
        return this;
    }
}
