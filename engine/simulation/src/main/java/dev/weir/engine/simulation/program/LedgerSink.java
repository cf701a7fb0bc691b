package dev.weir.engine.simulation.program;

import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.SingleInputOperator;
import dev.weir.engine.operator.SnapshotContext;
import dev.weir.engine.simulation.ledger.Ledger;
import dev.weir.engine.simulation.ledger.Row;
import dev.weir.engine.simulation.ledger.Token;
import dev.weir.engine.simulation.program.Topology.NodeSpec;
import dev.weir.snapshot.format.OperatorStateBlock.Redistribution;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows in transactions, committed in two phases: each snapshot ends the open transaction and has it prepared, the
 * notice has it committed.
 *
 * <p>Invariants: a prepared token stays in the state until its commit was confirmed; commits go out one at a time, in the
 * order of their checkpoints, what was restored first; a snapshot is complete only when everything in it is prepared. All
 * subtasks are given all tokens, and each takes those of the old subtasks whose leftovers it sweeps.
 */
final class LedgerSink extends SingleInputOperator<Datum, Object> {

    private static final String PREPARED = "prepared";

    /** Subtasks of older attempts had lower indexes than this. */
    private static final int MOST_SUBTASKS = 8;

    private record Prepared(Token token, CompletableFuture<Token> ready) {}

    private final NodeSpec node;
    private final Scene scene;
    private final Ledger ledger;
    private final Interference interference;
    private final List<Prepared> prepared = new ArrayList<>();
    private @Nullable OperatorContext context;
    private @Nullable Arrivals arrivals;
    private @Nullable Long current;
    private long completedUpTo;
    private boolean committing;
    private boolean sweepAgain;

    LedgerSink(NodeSpec node, Scene scene) {
        this.node = node;
        this.scene = scene;
        this.ledger = scene.ledger();
        this.interference = scene.interference();
    }

    @Override
    public void open(OperatorContext operatorContext, Output<Object> output) throws Exception {
        context = operatorContext;
        arrivals = new Arrivals(scene, node, operatorContext);
        List<byte[]> restored = operatorContext.restoredState(PREPARED).stream()
                .filter(this::isOurs)
                .toList();
        for (byte[] element : restored) {
            Token token = Token.parse(element);
            prepared.add(new Prepared(token, CompletableFuture.completedFuture(token)));
            completedUpTo = Math.max(completedUpTo, token.checkpointId());
        }
        sweep();
        commitNext();
        sweepAgain = true;
        interference.before(Phase.OPEN);
    }

    /** Whether a token is of one of the subtasks whose leftovers this one sweeps. */
    private boolean isOurs(byte[] element) {
        return Token.parse(element).subtask() % context().parallelism()
                == context().subtaskIndex();
    }

    /** Aborts what older attempts left behind, of this subtask and of those that are no more. */
    private void sweep() {
        List<Token> kept = tokens();
        List<Integer> subtasks = new ArrayList<>();
        int parallelism = context().parallelism();
        for (int old = context().subtaskIndex(); old < MOST_SUBTASKS; old += parallelism) {
            subtasks.add(old);
        }
        Ledger.Owner owner = owner();
        context()
                .callAsync(
                        () -> {
                            ledger.abortLeftovers(owner, subtasks, kept);
                            return kept;
                        },
                        this::onSwept);
    }

    private void onSwept(@Nullable List<Token> kept, @Nullable Throwable failure) {
        fail("sweep", failure);
    }

    @Override
    public void process(Datum datum, long timestamp) throws Exception {
        interference.before(Phase.PROCESS);
        arrivals().take(0, datum, timestamp);
        Long transaction = current;
        if (transaction == null) {
            transaction = ledger.open(owner());
            current = transaction;
        }
        ledger.write(transaction, new Row(datum.origin(), datum.lane(), datum.number(), datum.key(), datum.value()));
    }

    @Override
    public void snapshot(SnapshotContext snapshot) throws Exception {
        interference.before(Phase.SNAPSHOT);
        arrivals().snapshot(snapshot);
        if (current != null) {
            Token token = new Token(
                    context().lineage(), context().uid(), context().subtaskIndex(), snapshot.checkpointId(), current);
            current = null;
            prepared.add(new Prepared(token, prepareLater(token)));
        }
        scene.observer().onPrepared(snapshot.checkpointId(), tokens());
        List<byte[]> elements = tokens().stream().map(Token::toBytes).toList();
        CompletableFuture<?>[] waitedFor =
                prepared.stream().map(Prepared::ready).toArray(CompletableFuture<?>[]::new);
        snapshot.putLater(
                PREPARED,
                Redistribution.UNION,
                CompletableFuture.allOf(waitedFor).thenApply(done -> elements));
    }

    private CompletableFuture<Token> prepareLater(Token token) {
        CompletableFuture<Token> ready = new CompletableFuture<>();
        context()
                .callAsync(
                        () -> {
                            interference.before(Phase.PREPARE);
                            ledger.prepare(token.transaction());
                            interference.before(Phase.PREPARED);
                            return token;
                        },
                        (done, failure) -> {
                            if (failure == null) {
                                ready.complete(token);
                            } else {
                                ready.completeExceptionally(failure);
                            }
                        });
        return ready;
    }

    @Override
    public void onCheckpointComplete(long checkpointId) throws Exception {
        interference.before(Phase.NOTICE);
        completedUpTo = Math.max(completedUpTo, checkpointId);
        commitNext();
        if (sweepAgain) {
            sweepAgain = false;
            sweep();
        }
    }

    private void commitNext() {
        List<Token> due = dueTokens();
        if (committing || due.isEmpty()) {
            return;
        }
        committing = true;
        context()
                .callAsync(
                        () -> {
                            for (Token token : due) {
                                interference.before(Phase.COMMIT);
                                ledger.commit(token);
                                interference.before(Phase.COMMITTED);
                            }
                            return due;
                        },
                        this::onCommitted);
    }

    private void onCommitted(@Nullable List<Token> due, @Nullable Throwable failure) {
        fail("commit", failure);
        committing = false;
        List<Token> confirmed = Objects.requireNonNull(due);
        prepared.removeIf(each -> confirmed.contains(each.token()));
        commitNext();
    }

    @Override
    public boolean hasPendingCommits() {
        return committing || !dueTokens().isEmpty();
    }

    private List<Token> dueTokens() {
        return tokens().stream()
                .filter(token -> token.checkpointId() <= completedUpTo)
                .toList();
    }

    private List<Token> tokens() {
        return prepared.stream().map(Prepared::token).toList();
    }

    private Ledger.Owner owner() {
        return new Ledger.Owner(
                context().lineage(),
                context().uid(),
                context().subtaskIndex(),
                context().attempt());
    }

    private OperatorContext context() {
        return Objects.requireNonNull(context);
    }

    private Arrivals arrivals() {
        return Objects.requireNonNull(arrivals);
    }

    private static void fail(String what, @Nullable Throwable failure) {
        if (failure != null) {
            throw new IllegalStateException(what + " failed: " + failure, failure);
        }
    }

    @Override
    public void close() throws Exception {
        interference.before(Phase.CLOSE);
    }
}
