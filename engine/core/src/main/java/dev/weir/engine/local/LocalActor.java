package dev.weir.engine.local;

import dev.weir.engine.job.JobActor;
import dev.weir.engine.job.JobCommand;
import dev.weir.engine.job.JobMonitor;
import dev.weir.engine.job.JobReport;
import dev.weir.engine.job.JobStatus;
import dev.weir.engine.job.RequestAnswer;
import dev.weir.engine.job.RequestFailedException;
import dev.weir.engine.wire.TaskDispatchers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
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

    /** A request to the coordinator of a run. */
    record Ask(long run, JobMonitor monitor, JobCommand.Request request) implements Command {}

    private record Ended(long run, JobActor.Wiring wiring) implements Command {}

    /** @param asked answers that are due; those that reach the coordinator too late are given when it is gone */
    private record Running(ActorRef<JobCommand> actor, List<CompletableFuture<RequestAnswer>> asked) {}

    static RequestFailedException ended(String jobId, JobStatus status) {
        return new RequestFailedException(
                "rounds are taken of a running job: job '" + jobId + "' has ended, status=" + status);
    }

    static Behavior<Command> create(DispatcherSelector control) {
        return Behaviors.setup(context -> new LocalActor(context, control));
    }

    private final DispatcherSelector control;
    private final Map<Long, Running> jobs = new HashMap<>();

    private LocalActor(ActorContext<Command> context, DispatcherSelector control) {
        super(context);
        this.control = control;
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(Run.class, this::onRun)
                .onMessage(Cancel.class, this::onCancel)
                .onMessage(Ask.class, this::onAsk)
                .onMessage(Ended.class, this::onEnded)
                .build();
    }

    private Behavior<Command> onRun(Run run) {
        ActorRef<JobCommand> job = getContext().spawn(JobActor.create(run.wiring()), "job-" + run.run(), control);
        getContext().watchWith(job, new Ended(run.run(), run.wiring()));
        jobs.put(run.run(), new Running(job, new ArrayList<>()));
        return this;
    }

    private Behavior<Command> onCancel(Cancel cancel) {
        Running job = jobs.get(cancel.run());
        if (job != null) {
            job.actor().tell(new JobCommand.Cancel());
        }
        return this;
    }

    private Behavior<Command> onAsk(Ask ask) {
        Running job = jobs.get(ask.run());
        CompletableFuture<RequestAnswer> answer = ask.request().answer();
        if (job == null) {
            answer.completeExceptionally(
                    ended(ask.monitor().report().jobId(), ask.monitor().report().status()));
        } else {
            job.asked().removeIf(CompletableFuture::isDone);
            job.asked().add(answer);
            job.actor().tell(ask.request());
        }
        return this;
    }

    private Behavior<Command> onEnded(Ended ended) {
        Running gone = jobs.remove(ended.run());
        // Closed already, but where the coordinator ended unexpectedly or its storage was stuck.
        TaskDispatchers.snapshotExecutor(getContext().getSystem())
                .execute(ended.wiring().context().state()::close);
        ended.wiring().monitor().coordinatorGone("the job's coordinator ended unexpectedly; the log says why");
        if (gone != null) {
            JobReport last = ended.wiring().monitor().report();
            gone.asked().forEach(answer -> answer.completeExceptionally(ended(last.jobId(), last.status())));
        }
        return this;
    }
}
