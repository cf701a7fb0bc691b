package dev.weir.operators.sink;

import dev.weir.engine.operator.OperatorContext;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out what the {@link CommitLog} decides, one piece of work at a time on another thread: passes over due
 * transactions first, then a sweep of leftovers: one at the start, one after the first completed checkpoint (a subtask
 * that was thought dead may open a transaction after the first), and one more for each that failed. Its own methods run in
 * the subtask's thread.
 */
final class CommitLane<TXN> {

    private static final Logger LOG = LoggerFactory.getLogger(CommitLane.class);

    private final OperatorContext context;
    private final CommitterLease<TXN> committer;
    private final CommitLog<PendingTransaction<TXN>> log;
    private final CommitRetries retries;
    private boolean isBusy;
    private boolean isSweepDue = true;
    private boolean isSweepUnderWay;
    private int sweepsOwed = 1;
    private int failedPasses;

    CommitLane(
            OperatorContext context,
            CommitterLease<TXN> committer,
            CommitLog<PendingTransaction<TXN>> log,
            CommitRetries retries) {
        this.context = context;
        this.committer = committer;
        this.log = log;
        this.retries = retries;
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
        List<PendingTransaction<TXN>> pass = log.startPass();
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

    private void startPass(List<PendingTransaction<TXN>> pass) {
        isBusy = true;
        CommitPass<TXN> ifGone = CommitPass.nothing();
        context.callAsyncAfter(
                retries.delay(failedPasses),
                committer.work(ifGone, open -> CommitPass.over(pass, open)),
                this::onPassDone);
    }

    private void onPassDone(@Nullable CommitPass<TXN> outcome, @Nullable Throwable failure) throws Exception {
        isBusy = false;
        if (outcome == null) {
            throw new IllegalStateException(
                    "the commits of sink '" + context.uid() + "' were cut short: " + failure, failure);
        }
        log.endPass(outcome.confirmed());
        if (outcome.lost() != null) {
            throw outcome.lost();
        }
        if (outcome.failure() == null) {
            failedPasses = 0;
        } else {
            onPassFailed(outcome.failed(), outcome.failure());
        }
        proceed();
    }

    private void onPassFailed(@Nullable TransactionId failed, Exception failure) {
        failedPasses++;
        if (failedPasses >= retries.passes()) {
            throw new IllegalStateException(
                    "a commit is tried " + retries.passes() + " times: transaction " + failed + " of sink '"
                            + context.uid() + "' still fails; the attempt is restarted and commits it then",
                    failure);
        }
        LOG.warn(
                "commit of transaction {} failed, it is tried again in {} ms: {}",
                failed,
                retries.delay(failedPasses).toMillis(),
                failure.toString());
    }

    private void startSweep() {
        isBusy = true;
        isSweepDue = false;
        isSweepUnderWay = true;
        Set<TransactionId> waiting = new HashSet<>();
        log.held().forEach(transaction -> waiting.add(transaction.id()));
        Leftovers leftovers = new Leftovers(
                context.lineage(),
                context.uid(),
                context.subtaskIndex(),
                context.parallelism(),
                context.attempt(),
                waiting);
        context.callAsync(
                committer.work(Boolean.FALSE, open -> {
                    open.abortLeftovers(leftovers);
                    return Boolean.TRUE;
                }),
                this::onSwept);
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
