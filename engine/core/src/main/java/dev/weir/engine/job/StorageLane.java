package dev.weir.engine.job;

import dev.weir.engine.checkpoint.RoundContent;
import dev.weir.engine.protocol.SubtaskReport;
import dev.weir.engine.settings.CheckpointSettings.Damaged;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What the job's actor has done in storage, one thing after the other; each answer is told to it as a message. */
final class StorageLane {

    private final JobArchive archive;
    private final SerialQueue queue;
    private final Consumer<JobCommand> self;

    StorageLane(JobArchive archive, SerialQueue queue, Consumer<JobCommand> self) {
        this.archive = archive;
        this.queue = queue;
        this.self = self;
    }

    void reserveIds(int count) {
        queue.run(() -> archive.store().reserveIds(count))
                .whenComplete((first, failure) ->
                        self.accept(new JobCommand.IdsReserved(first == null ? 0 : first, count, unwrap(failure))));
    }

    void publish(RoundContent content) {
        queue.run(() -> archive.publish(content))
                .whenComplete((outcome, failure) ->
                        self.accept(new JobCommand.Published(content.checkpointId(), outcome, unwrap(failure))));
    }

    void prepareRestart() {
        run("preparing a restart", () -> {
            archive.prepareRestart();
            archive.removeClaimed();
            return archive;
        });
    }

    void delete(long checkpointId) {
        run("removing the files of checkpoint " + checkpointId, () -> {
            archive.delete(checkpointId);
            return archive;
        });
    }

    void discardSavepoint(long checkpointId) {
        run("discarding savepoint " + checkpointId, () -> {
            archive.discardSavepoint(checkpointId);
            return archive;
        });
    }

    void dropCheckpoints() {
        run("deleting the checkpoints of a canceled job", () -> {
            archive.store().dropCheckpoints();
            return archive;
        });
    }

    void record(JobStatus status) {
        run("recording the state of the job", () -> {
            archive.store().recordJobState(status.name());
            return archive;
        });
    }

    /**
     * Asks whether the job is still ours before a damaged checkpoint is believed in, and what else could be restored.
     *
     * @param restored what the attempt was restored from
     */
    void judge(SubtaskReport.Failed failed, OptionalLong restored, Damaged damaged) {
        Callable<OptionalLong> check = () -> {
            archive.store().requireCurrent();
            boolean mayFallBack = damaged == Damaged.FALL_BACK && restored.isPresent();
            return mayFallBack ? archive.fallBack(restored.getAsLong()) : OptionalLong.empty();
        };
        queue.run(check)
                .whenComplete((older, failure) -> self.accept(
                        new JobCommand.Judged(failed, older == null ? OptionalLong.empty() : older, unwrap(failure))));
    }

    /** Tells {@code Closed} once everything before is done. */
    void close(Runnable last) {
        queue.run(() -> {
                    last.run();
                    return archive;
                })
                .whenComplete((done, failure) -> self.accept(new JobCommand.Closed()));
    }

    private void run(String what, Callable<?> work) {
        queue.run(work).whenComplete((done, failure) -> self.accept(new JobCommand.Stored(what, unwrap(failure))));
    }

    static @Nullable Throwable unwrap(@Nullable Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }
}
