package dev.weir.engine.job;

import dev.weir.engine.enumeration.EnumeratorActor;
import dev.weir.engine.protocol.Fence;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.protocol.SubtaskReport;
import dev.weir.snapshot.storage.PublishOutcome;
import org.jspecify.annotations.Nullable;

/** What a {@link JobActor} accepts; all but the requests of people are answers and reports to itself. */
public sealed interface JobCommand {

    /** Ends the job without an end of its data. */
    record Cancel() implements JobCommand {}

    record Begin() implements JobCommand {}

    record Reported(SubtaskReport report) implements JobCommand {}

    record FromSources(EnumeratorActor.Event event) implements JobCommand {}

    record Due(JobTimer timer) implements JobCommand {}

    record Prepared(
            Fence fence,
            JobArchive.@Nullable Restore restore,
            @Nullable Throwable failure) implements JobCommand {}

    record IdsReserved(
            long first, int count, @Nullable Throwable failure) implements JobCommand {}

    record Published(
            long checkpointId,
            @Nullable PublishOutcome outcome,
            @Nullable Throwable failure) implements JobCommand {}

    /** A subtask found its checkpoint damaged; the failure says whether that means anything. */
    record Judged(
            SubtaskReport.Failed report, @Nullable Throwable failure) implements JobCommand {}

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
