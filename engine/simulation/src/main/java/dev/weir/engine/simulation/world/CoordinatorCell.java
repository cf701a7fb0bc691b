package dev.weir.engine.simulation.world;

import dev.weir.engine.checkpoint.RoundContent;
import dev.weir.engine.checkpoint.RoundRecord;
import dev.weir.engine.checkpoint.RoundRequest;
import dev.weir.engine.job.JobArchive;
import dev.weir.engine.job.JobCoordination;
import dev.weir.engine.job.JobOutbox;
import dev.weir.engine.job.JobResult;
import dev.weir.engine.job.JobStatus;
import dev.weir.engine.job.JobTimer;
import dev.weir.engine.job.RollBacks;
import dev.weir.engine.job.StartPoint;
import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.protocol.Fence;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.protocol.SubtaskOrder;
import dev.weir.engine.protocol.SubtaskReport;
import dev.weir.engine.worker.Restoring;
import dev.weir.snapshot.storage.CheckpointRef;
import dev.weir.snapshot.storage.Claim;
import dev.weir.snapshot.storage.PublishOutcome;
import dev.weir.snapshot.storage.SavepointFolder;
import dev.weir.snapshot.storage.SteppedDownException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** The shell around a real {@link JobCoordination}: what the job's actor is in a real process. */
final class CoordinatorCell implements JobOutbox, Part {

    private static final long LATEST_NANOS = 200_000_000;

    /** Where savepoints go. */
    private static final String PLACE = "memory:savepoints";

    private static final long LATEST_WISH_NANOS = 60_000_000;

    /** Why a coordination has come to its end. */
    enum Close {
        /** By itself, or by a failure. */
        UNASKED,
        STOPPED,
        DRAINED,
        CANCELED,
        /** Another coordinator owns the job. */
        MEANINGLESS
    }

    private enum Echo {
        NONE,
        OF_WHOLE_ATTEMPT
    }

    private final SimulatedProcess process;
    private final Environment environment;
    private final StoreCell store;
    private final Map<JobTimer, EventQueue.Event> timers = new HashMap<>();
    private final RollBacks rollBacks = new RollBacks();
    private final List<SubtaskReport> ofAttempt = new ArrayList<>();
    private @Nullable JobCoordination coordination;
    private @Nullable AttemptCells attempt;
    private @Nullable JobResult end;
    private final Set<Long> endings = new HashSet<>();
    private OptionalLong restored = OptionalLong.empty();
    private Echo echo = Echo.NONE;
    /** What a person was given who asked for the end. */
    private Close stopped = Close.UNASKED;

    private boolean isCancelAsked;
    private final List<Wish> wishes = new ArrayList<>();

    CoordinatorCell(SimulatedProcess process) {
        this.process = process;
        this.environment = process.environment();
        this.store = new StoreCell(process, this);
    }

    @Override
    public Machine machine() {
        return process.control();
    }

    /** Claims the job and starts it from its newest checkpoint. */
    void start() {
        store.ask("claim", store::claim, (claim, failure) -> {
            if (claim == null) {
                process.listener().onGivenUp(process, new IOException("the job could not be claimed", failure));
            } else if (store.isDropped()) {
                process.listener().onDropped(process);
            } else {
                begin(claim);
            }
        });
    }

    private void begin(Claim claim) {
        Optional<JobArchive.Source> from = store.startedFrom();
        JobCoordination.Job job = new JobCoordination.Job(
                process.settings().jobId(),
                process.plan(),
                process.settings(),
                claim.epoch(),
                claim.retained().stream().map(CheckpointRef::checkpointId).toList(),
                StartPoint.of(from.map(JobArchive.Source::manifest), store.lineage()));
        JobCoordination created =
                new JobCoordination(job, this, environment.draws().generator());
        coordination = created;
        created.start(process.now());
    }

    private JobCoordination coordination() {
        return Objects.requireNonNull(coordination);
    }

    /** A report has arrived. */
    void onReport(SubtaskReport report) {
        ofAttempt.add(report);
        if (report instanceof SubtaskReport.Failed failed) {
            rollBacks.onFailed(failed.fence(), failed.subtask());
        }
        coordination().onReport(report, process.now());
    }

    /** How a subtask of the attempt that is deployed restores. */
    Optional<Restoring> restoring(JobArchive.Restore restore, SubtaskId id) {
        return rollBacks.restoring(id, restore);
    }

    /** A worker has died; that is noticed a little later. */
    void onWorkerGone(Machine worker) {
        AttemptCells lost = attempt;
        if (lost != null) {
            lost.on(worker).forEach(cell -> {
                String what = cell + " is gone";
                process.after(environment.draws().workNanos(), this, what, () -> onGone(lost, cell));
            });
        }
    }

    private void onGone(AttemptCells lost, SubtaskCell cell) {
        if (lost == attempt && !cell.isStopped()) {
            cell.markGone();
            Fence fence = lost.fence();
            onReport(new SubtaskReport.Failed(fence, cell.id(), new IllegalStateException(cell + " is gone")));
            onReport(new SubtaskReport.Stopped(fence, cell.id()));
        }
    }

    /** Lets a report arrive once more, after a while; or all of this attempt's once the next is being deployed. */
    void repeatLate(SubtaskReport report) {
        if (environment.draws().chance(0.5)) {
            process.after(
                    lateNanos(), this, "again " + report, () -> coordination().onReport(report, process.now()));
        } else {
            echo = Echo.OF_WHOLE_ATTEMPT;
        }
    }

    private void repeatPreviousAttempt() {
        List<SubtaskReport> previous = List.copyOf(ofAttempt);
        ofAttempt.clear();
        if (echo == Echo.OF_WHOLE_ATTEMPT) {
            echo = Echo.NONE;
            previous.forEach(report -> process.after(
                    environment.draws().workNanos(),
                    this,
                    "again " + report,
                    () -> coordination().onReport(report, process.now())));
        }
    }

    void onEnumerators(Fence fence, long checkpointId, Map<String, byte[]> states) {
        coordination().onEnumerators(fence, checkpointId, states, process.now());
    }

    void onSourcesStopped(Fence fence) {
        coordination().onSourcesStopped(fence, process.now());
    }

    void onFailed(Fence fence, Throwable cause) {
        coordination().onFailed(fence, cause, process.now());
    }

    @Override
    public void deploy(Fence fence, OptionalLong restoreFrom) {
        restored = restoreFrom;
        store.ask(
                "read what is to be restored: " + restoreFrom,
                () -> store.restore(restoreFrom),
                (restore, failure) -> onRestorePlanned(fence, restore, failure));
    }

    private void onRestorePlanned(Fence fence, JobArchive.@Nullable Restore restore, @Nullable Exception failure) {
        if (failure instanceof SteppedDownException) {
            coordination().onSuperseded(String.valueOf(failure), process.now());
        }
        if (failure instanceof IOException) {
            coordination().onDeployFailed(fence, failure, process.now());
            return;
        }
        if (restore == null) {
            throw new Violation("what is restored was published", String.valueOf(failure));
        }
        if (attempt != null) {
            attempt.requireGone();
        }
        rollBacks.onDeploy(fence);
        AttemptCells created = new AttemptCells(process, this, fence, store.lineage(), restore);
        attempt = created;
        process.send(created, this, "deployed", () -> coordination().onDeployed(fence, process.now()));
        repeatPreviousAttempt();
    }

    private AttemptCells attempt(Fence fence) {
        AttemptCells current = attempt;
        if (current == null || !current.fence().equals(fence)) {
            throw new Violation("only what is deployed is told something", "fence=" + fence);
        }
        return current;
    }

    @Override
    public void tell(SubtaskId subtask, SubtaskOrder order) {
        SubtaskCell cell = attempt(order.fence()).cell(subtask);
        boolean isNotice = order instanceof SubtaskOrder.Completed || order instanceof SubtaskOrder.Aborted;
        if (isNotice && environment.faults().strikes(Fault.LOST_NOTICE)) {
            return;
        }
        process.send(this, cell, order, () -> cell.onOrder(order));
        if (isNotice && environment.faults().strikes(Fault.REPEATED_NOTICE)) {
            process.after(lateNanos(), cell, "again " + order, () -> cell.onOrder(order));
        }
    }

    private long lateNanos() {
        return environment.draws().nanosBetween(0, LATEST_NANOS);
    }

    @Override
    public void startSources(Fence fence) {
        attempt(fence).requireReady();
        if (restored.isPresent() && endings.contains(restored.getAsLong())) {
            throw new Violation(
                    "a job whose last savepoint is published is not read on", "fence=" + fence + ", from=" + restored);
        }
        EnumeratorCell enumerator = attempt(fence).enumerator();
        process.send(this, enumerator, "start", enumerator::start);
    }

    @Override
    public void triggerSources(Fence fence, long checkpointId, long timestampMillis, SnapshotKind kind, long baseId) {
        environment.oracles().checkpoints().onTriggered(checkpointId, fence);
        if (kind == SnapshotKind.DRAIN) {
            environment.oracles().onDrain();
        }
        if (kind.isSavepoint()) {
            process.savepoints().begin(process.settings().jobId(), checkpointId, PLACE, environment.storage());
        }
        EnumeratorCell enumerator = attempt(fence).enumerator();
        SubtaskOrder.Trigger trigger = new SubtaskOrder.Trigger(fence, checkpointId, timestampMillis, kind, baseId);
        process.send(this, enumerator, trigger, () -> enumerator.trigger(trigger));
    }

    @Override
    public void completeSources(Fence fence, long checkpointId) {
        EnumeratorCell enumerator = attempt(fence).enumerator();
        process.send(this, enumerator, "completed " + checkpointId, () -> enumerator.complete(checkpointId));
    }

    @Override
    public void requestSplit(Fence fence, SubtaskId reader) {
        EnumeratorCell enumerator = attempt(fence).enumerator();
        process.send(this, enumerator, "split for " + reader, () -> enumerator.requestSplit(reader));
    }

    @Override
    public void stopSources(Fence fence) {
        EnumeratorCell enumerator = attempt(fence).enumerator();
        process.send(this, enumerator, "stop", enumerator::stop);
    }

    @Override
    public void abandon(Fence fence) {
        throw new Violation("every part of an attempt stops when told", "fence=" + fence);
    }

    @Override
    public void startTimer(JobTimer timer, long delayNanos) {
        cancelTimer(timer);
        long lateNanos = environment.draws().messageNanos();
        timers.put(
                timer,
                process.after(
                        Math.max(0, delayNanos) + lateNanos,
                        this,
                        timer,
                        () -> coordination().onTimer(timer, process.now())));
    }

    @Override
    public void cancelTimer(JobTimer timer) {
        EventQueue.Event running = timers.remove(timer);
        if (running != null) {
            running.cancel();
        }
    }

    @Override
    public void reserveIds(int count) {
        store.ask("reserve ids", () -> store.reserveIds(count), (first, failure) -> {
            if (first != null) {
                coordination().onIdsReserved(first, count, process.now());
            } else if (failure instanceof SteppedDownException) {
                coordination().onSuperseded(String.valueOf(failure), process.now());
            } else {
                coordination().onIdsRefused(String.valueOf(failure), process.now());
            }
        });
    }

    @Override
    public void publish(RoundContent content, List<Long> retained) {
        long id = content.checkpointId();
        if (content.kind().endsJob()) {
            endings.add(id);
        }
        store.ask(
                "publish " + id, () -> store.publish(content), (outcome, failure) -> onPublished(id, outcome, failure));
    }

    @Override
    public void readBack(long checkpointId) {
        // The store reads back within its publication, which is still to answer; nothing else can be asked.
    }

    private void onPublished(long checkpointId, @Nullable PublishOutcome outcome, @Nullable Exception failure) {
        if (failure instanceof SteppedDownException) {
            coordination().onSuperseded(String.valueOf(failure), process.now());
        } else if (failure instanceof IOException) {
            coordination()
                    .onPublishOutcome(
                            checkpointId, PublishOutcome.NOT_PUBLISHED, String.valueOf(failure), process.now());
        } else if (outcome == null) {
            throw new Violation("what is published may be", "id=" + checkpointId + ", failure=" + failure);
        } else if (outcome == PublishOutcome.UNKNOWN) {
            coordination().onSuperseded("no answer", process.now());
        } else {
            coordination().onPublishOutcome(checkpointId, outcome, "the slot was taken", process.now());
        }
    }

    @Override
    public void deleteUnpublished(long checkpointId) {
        delete("delete unpublished " + checkpointId, checkpointId);
    }

    @Override
    public void deleteCheckpoint(long checkpointId) {
        delete("delete subsumed " + checkpointId, checkpointId);
    }

    private void delete(String what, long checkpointId) {
        store.ask(what, () -> store.delete(checkpointId), (done, failure) -> {
            if (failure instanceof SteppedDownException) {
                coordination().onSuperseded(String.valueOf(failure), process.now());
            } else if (failure instanceof IllegalArgumentException) {
                throw new Violation("only what nobody keeps is deleted", String.valueOf(failure));
            }
        });
    }

    @Override
    public void discardSavepoint(long checkpointId) {
        inStore("discard savepoint " + checkpointId, () -> store.discardSavepoint(checkpointId));
    }

    @Override
    public void deleteRetained() {
        inStore("drop all checkpoints", store::dropCheckpoints);
    }

    private void inStore(String what, Callable<?> work) {
        store.ask(what, work, (done, failure) -> {
            if (failure instanceof SteppedDownException) {
                coordination().onSuperseded(String.valueOf(failure), process.now());
            }
        });
    }

    /** A person asks for something. */
    private void ask(Wish wish) {
        if (wish == Wish.CANCEL) {
            isCancelAsked = true;
            coordination().cancel(process.now());
            return;
        }
        RoundRequest request = new RoundRequest(wishes.size() + 1L, wish.kind());
        wishes.add(wish);
        coordination().request(request, process.now());
    }

    @Override
    public void requestDone(RoundRequest request, RoundRecord record) {
        Wish wish = wishes.get((int) request.number() - 1);
        environment.people().granted(wish);
        if (wish == Wish.CHECKPOINT) {
            return;
        }
        SavepointFolder folder = process.savepoints()
                .folder(record.checkpointId())
                .orElseThrow(() -> new Violation("a savepoint has a folder", "round=" + record));
        environment.oracles().onHandedOut(record.checkpointId(), environment.ledger());
        if (wish != Wish.SAVEPOINT) {
            stopped = wish == Wish.STOP ? Close.STOPPED : Close.DRAINED;
            environment.people().startFrom(folder.uri());
        }
    }

    @Override
    public void entered(JobStatus status) {
        if (status == JobStatus.RUNNING) {
            environment.people().wish().ifPresent(wish -> {
                long delayNanos = environment.draws().nanosBetween(0, LATEST_WISH_NANOS);
                process.after(delayNanos, this, "a person asks for " + wish, () -> ask(wish));
            });
        }
        if (status == JobStatus.RUNNING || (status.isTerminal() && status != JobStatus.SUSPENDED)) {
            store.ask("record " + status, () -> store.record(status), (done, failure) -> {
                if (failure instanceof SteppedDownException) {
                    coordination().onSuperseded(String.valueOf(failure), process.now());
                }
            });
        }
    }

    @Override
    public void ended(JobResult result) {
        if (end != null) {
            throw new Violation("a job ends once under a coordinator", "first=" + end + ", then=" + result);
        }
        end = result;
        timers.values().forEach(EventQueue.Event::cancel);
        store.ask(
                result, () -> result, (done, failure) -> process.listener().onEnded(process, result, closeOf(result)));
    }

    /** What the end means: of a coordinator that was superseded it means nothing. */
    private Close closeOf(JobResult result) {
        if (store.authority() == StoreCell.Authority.LOST) {
            return Close.MEANINGLESS;
        }
        if (isCancelAsked && result.status() == JobStatus.CANCELED) {
            return Close.CANCELED;
        }
        return result.status() == JobStatus.FINISHED ? stopped : Close.UNASKED;
    }

    @Override
    public String toString() {
        return "coordinator";
    }
}
