package dev.weir.engine.job;

import dev.weir.engine.enumeration.EnumeratorActor;
import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.protocol.Fence;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.protocol.SubtaskReport;
import dev.weir.snapshot.storage.PublishOutcome;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What a {@link JobActor} accepts; all but the requests of people are answers and reports to itself. */
public sealed interface JobCommand {

    /** Ends the job without an end of its data. */
    record Cancel() implements JobCommand {}

    /**
     * Asks for a checkpoint, a savepoint or a stop with savepoint.
     *
     * @param place URI of the storage that a savepoint goes to; null for the job's setting
     * @param answer completed when it is there, or exceptionally with the reason
     */
    record Request(SnapshotKind kind, @Nullable String place, CompletableFuture<RequestAnswer> answer)
            implements JobCommand {}

    /** The storage that a savepoint goes to was opened, or could not be. */
    record PlaceOpened(
            Request request,
            RequestDesk.@Nullable Place place,
            @Nullable Throwable failure) implements JobCommand {}

    record Begin() implements JobCommand {}

    record Reported(SubtaskReport report) implements JobCommand {}

    record FromSources(EnumeratorActor.Event event) implements JobCommand {}

    record Due(JobTimer timer) implements JobCommand {}

    record Prepared(
            Fence fence,
            JobArchive.@Nullable Restore restore,
            @Nullable Throwable failure) implements JobCommand {}

    record IdsReserved(long first, int count, @Nullable Throwable failure) implements JobCommand {}

    record Published(
            long checkpointId,
            @Nullable PublishOutcome outcome,
            @Nullable Throwable failure) implements JobCommand {}

    /**
     * A subtask found its checkpoint damaged; the failure says whether that means anything.
     *
     * @param older the checkpoint that may be restored in its place
     */
    record Judged(
            SubtaskReport.Failed report,
            OptionalLong older,
            @Nullable Throwable failure) implements JobCommand {}

    record Stored(String what, @Nullable Throwable failure) implements JobCommand {}

    /** A subtask's actor is gone; {@code overtaken} once all that it had sent before has been handled. */
    record Gone(Fence fence, SubtaskId subtask, Order order) implements JobCommand {
        enum Order {
            MAY_OVERTAKE,
            LAST
        }
    }

    record SourcesGone(Fence fence, Gone.Order order) implements JobCommand {}

    record Closed() implements JobCommand {}
}
