package dev.weir.operators.sink;

import dev.weir.engine.operator.OperatorContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out what the {@link CommitLog} decides, one piece of work at a time on another thread: passes over due
 * transactions first, then a sweep of leftovers: one at the start, one after the first completed checkpoint (a subtask
 * that was thought dead may open a transaction after the first), and one more for each that failed. What failed waits for its
 * repetition in no thread, and holds up nothing but what must come after it. Its own methods run in the subtask's thread.
 */
final class CommitLane<TXN, E extends Committable<TXN>> {

    private static final Logger LOG = LoggerFactory.getLogger(CommitLane.class);

    private final OperatorContext context;
    private final Lease<TransactionCommitter<TXN>> committer;
    private final CommitLog<E> log;
    private final CommitRetries retries;
    private boolean isBusy;
    private boolean isSweepDue = true;
    private boolean isSweepUnderWay;
    private int sweepsOwed = 1;
    private int failedTries;
    private final CompletableFuture<Boolean> restoredCommits = new CompletableFuture<>();

    CommitLane(
            OperatorContext context,
            Lease<TransactionCommitter<TXN>> committer,
            CommitLog<E> log,
            CommitRetries retries) {
        this.context = context;
        this.committer = committer;
        this.log = log;
        this.retries = retries;
    }

    /** Begins, with what the restored checkpoint prepared, in the order of preparation. */
    void start(List<E> restored) {
        log.restore(restored);
        noteRestored();
        proceed();
    }

    /** Whether restored transactions still wait for their commit. */
    boolean isRestoring() {
        return !restoredCommits.isDone();
    }

    /** Ends, in the subtask's thread, when all restored transactions are committed. */
    CompletionStage<Boolean> restoredCommits() {
        return restoredCommits;
    }

    private void noteRestored() {
        if (isRestoring() && !log.hasDue()) {
            restoredCommits.complete(true);
        }
    }

    /** A checkpoint is complete: what it makes due is committed, and leftovers are swept if that is still owed. */
    void onCheckpointComplete(long checkpointId) {
        log.completed(checkpointId);
        if (sweepsOwed > 0 && !isSweepDue) {
            sweepsOwed--;
            isSweepDue = true;
        }
        proceed();
    }

    /** Starts the next piece of work, if there is one and none is under way. */
    void proceed() {
        if (isBusy) {
            return;
        }
        List<E> pass = log.startPass();
        if (!pass.isEmpty()) {
            startPass(pass);
        } else if (isSweepDue) {
            startSweep();
        }
    }

    /** Whether leftovers are still to be swept, or are being swept. */
    boolean isSweeping() {
        return isSweepDue || isSweepUnderWay;
    }

    /** Lets go of the committer; work under way ends on its own. */
    void close() throws Exception {
        committer.release();
    }

    private void startPass(List<E> pass) {
        isBusy = true;
        CommitPass<E> ifGone = CommitPass.nothing();
        context.callAsync(committer.work(ifGone, open -> CommitPass.over(pass, log.order(), open)), this::onPassDone);
    }

    private void onPassDone(@Nullable CommitPass<E> outcome, @Nullable Throwable failure) throws Exception {
        isBusy = false;
        if (outcome == null) {
            throw new IllegalStateException(
                    "the commits of sink '" + context.uid() + "' were cut short: " + failure, failure);
        }
        boolean isRetryUnderWay = log.isResting();
        log.endPass(outcome.confirmed());
        outcome.confirmed().forEach(Committable::onConfirmed);
        if (outcome.lost() != null) {
            throw outcome.lost();
        }
        noteRestored();
        if (!log.isResting()) {
            failedTries = 0;
        } else if (!isRetryUnderWay) {
            retryLater(outcome.failed(), outcome.failure());
        }
        proceed();
    }

    private void retryLater(@Nullable TransactionId failed, @Nullable Exception failure) {
        failedTries++;
        if (failedTries >= retries.tries()) {
            throw new IllegalStateException(
                    "a commit is tried " + retries.tries() + " times: transaction " + failed + " of sink '"
                            + context.uid() + "' still fails; the attempt is restarted and commits it then",
                    failure);
        }
        Duration delay = retries.delay(failedTries);
        LOG.warn(
                "commit of transaction {} failed, it is tried again in {} ms: {}",
                failed,
                delay.toMillis(),
                String.valueOf(failure));
        context.callAsyncAfter(delay, () -> Boolean.TRUE, (due, never) -> {
            log.retry();
            proceed();
        });
    }

    private void startSweep() {
        isBusy = true;
        isSweepDue = false;
        isSweepUnderWay = true;
        Set<TransactionId> waiting = new HashSet<>();
        log.held().forEach(transaction -> waiting.add(transaction.id()));
        List<Leftovers> swept = leftovers(waiting);
        context.callAsync(
                committer.work(Boolean.FALSE, open -> {
                    for (Leftovers leftovers : swept) {
                        open.abortLeftovers(leftovers);
                    }
                    return Boolean.TRUE;
                }),
                this::onSwept);
    }

    /** Its own, and all that the run left whose savepoint was claimed. */
    private List<Leftovers> leftovers(Set<TransactionId> waiting) {
        List<Leftovers> all = new ArrayList<>();
        all.add(leftovers(context.lineage(), context.uid(), context.attempt(), waiting));
        context.claimedRun()
                .ifPresent(run -> all.add(leftovers(run.lineage(), run.uidOf(context.uid()), Long.MAX_VALUE, waiting)));
        return all;
    }

    private Leftovers leftovers(String lineage, String uid, long attempt, Set<TransactionId> waiting) {
        return new Leftovers(lineage, uid, context.subtaskIndex(), context.parallelism(), attempt, waiting);
    }

    private void onSwept(@Nullable Boolean done, @Nullable Throwable failure) {
        isBusy = false;
        isSweepUnderWay = false;
        if (failure != null) {
            LOG.warn(
                    "leftovers of older attempts of sink '{}' could not be aborted; tried again after the next"
                            + " checkpoint",
                    context.uid(),
                    failure);
            sweepsOwed++;
        }
        proceed();
    }
}
