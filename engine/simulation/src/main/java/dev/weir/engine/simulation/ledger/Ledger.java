package dev.weir.engine.simulation.ledger;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Transactions and what they committed. Commits are idempotent by token; a commit of what was aborted, or was never
 * prepared, is refused and remembered as a wrong.
 *
 * <pre>
 *   OPEN ──prepare──▶ PREPARED ──commit──▶ COMMITTED
 *     └────abort────────┴──────▶ ABORTED
 * </pre>
 */
public final class Ledger {

    /** Hears of each first commit, while it happens. */
    @FunctionalInterface
    public interface Listener {
        void onCommitted(Token token, List<Row> rows);
    }

    /**
     * Who opened a transaction.
     *
     * @param attempt what the operator's context calls the attempt
     */
    public record Owner(String lineage, String uid, int subtask, long attempt) {}

    private enum Status {
        OPEN,
        PREPARED,
        COMMITTED,
        ABORTED
    }

    private static final class Transaction {
        private final Owner owner;
        private final List<Row> rows = new ArrayList<>();
        private Status status = Status.OPEN;

        Transaction(Owner owner) {
            this.owner = owner;
        }
    }

    private final Map<Long, Transaction> transactions = new LinkedHashMap<>();
    private final Listener listener;

    public Ledger(Listener listener) {
        this.listener = listener;
    }

    /** Opens a transaction; its number is never given twice. */
    public long open(Owner owner) {
        long number = transactions.size() + 1L;
        transactions.put(number, new Transaction(owner));
        return number;
    }

    public void write(long number, Row row) {
        Transaction transaction = find(number);
        require(transaction.status == Status.OPEN, "a row is written into an open transaction", number, transaction);
        transaction.rows.add(row);
    }

    public void prepare(long number) {
        Transaction transaction = find(number);
        require(transaction.status == Status.OPEN, "an open transaction is prepared", number, transaction);
        transaction.status = Status.PREPARED;
    }

    /** Commits what the token names; once is enough. */
    public void commit(Token token) {
        Transaction transaction = find(token.transaction());
        if (transaction.status == Status.COMMITTED) {
            return;
        }
        require(
                transaction.status == Status.PREPARED,
                "a prepared transaction is committed",
                token.transaction(),
                transaction);
        transaction.status = Status.COMMITTED;
        listener.onCommitted(token, transaction.rows);
    }

    /**
     * Aborts what older attempts have left open or prepared.
     *
     * @param subtasks whose leftovers they are
     * @param kept tokens that a restored state holds: they are never aborted
     */
    public void abortLeftovers(Owner current, Collection<Integer> subtasks, Collection<Token> kept) {
        Set<Long> keptNumbers = new HashSet<>();
        kept.forEach(token -> keptNumbers.add(token.transaction()));
        transactions.forEach((number, transaction) -> {
            Owner owner = transaction.owner;
            boolean isLeftover = owner.lineage().equals(current.lineage())
                    && owner.uid().equals(current.uid())
                    && subtasks.contains(owner.subtask())
                    && owner.attempt() < current.attempt();
            boolean isUnsettled = transaction.status == Status.OPEN || transaction.status == Status.PREPARED;
            if (isLeftover && isUnsettled && !keptNumbers.contains(number)) {
                transaction.status = Status.ABORTED;
            }
        });
    }

    /** Whether what the token names is committed. */
    public boolean isCommitted(Token token) {
        return find(token.transaction()).status == Status.COMMITTED;
    }

    /** Transactions that nobody has committed or aborted, for messages. */
    public List<String> unsettled() {
        List<String> unsettled = new ArrayList<>();
        transactions.forEach((number, transaction) -> {
            if (transaction.status == Status.OPEN || transaction.status == Status.PREPARED) {
                unsettled.add("transaction " + number + " " + transaction.status + " of " + transaction.owner);
            }
        });
        return unsettled;
    }

    private Transaction find(long number) {
        Transaction transaction = transactions.get(number);
        if (transaction == null) {
            throw new LedgerException("a transaction was opened before: number=" + number);
        }
        return transaction;
    }

    private static void require(boolean holds, String rule, long number, Transaction transaction) {
        if (!holds) {
            throw new LedgerException(
                    rule + ": number=" + number + ", status=" + transaction.status + ", owner=" + transaction.owner);
        }
    }
}
