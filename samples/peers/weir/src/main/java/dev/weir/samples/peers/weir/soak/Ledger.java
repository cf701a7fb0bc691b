package dev.weir.samples.peers.weir.soak;

import dev.weir.operators.sink.Leftovers;
import dev.weir.operators.sink.Prepared;
import dev.weir.operators.sink.TransactionId;
import dev.weir.operators.sink.TransactionLostException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The outside system of the soak: it keeps transactions, and reads whatever is committed at once. It outlives the job's
 * attempts. Thread-safe.
 *
 * <p>Invariant: a transaction is open, then prepared, then committed or aborted; its records are read once, when it is
 * committed for the first time.
 */
final class Ledger {

    /** Ids of committed transactions that are remembered: those of some minutes. A commit is repeated within seconds. */
    private static final int REMEMBERED = 4096;

    private final CommittedCounts counts = new CommittedCounts();
    private final Reader reader;
    private final Map<TransactionId, Entries> open = new HashMap<>();
    private final Map<TransactionId, Entries> prepared = new HashMap<>();
    private final Map<TransactionId, Boolean> committed = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<TransactionId, Boolean> eldest) {
            return size() > REMEMBERED;
        }
    };

    private final Map<Integer, TransactionId> refusedBySubtask = new HashMap<>();
    private long committedRecords;
    private long repeatedCommits;
    private long abortedTransactions;
    private long timersFired;
    private long timersUnexpected;
    private long timersLost;

    /** Takes every record that is read; called under the ledger's lock. */
    @FunctionalInterface
    interface Reader {

        void read(long key, long sum);
    }

    Ledger(Reader reader) {
        this.reader = reader;
    }

    /** What stands in one transaction, in the order it was written; one writer, then others. */
    static final class Entries {

        private static final int FIRST_CELLS = 1024;
        private static final int CELLS_PER_RECORD = 2;

        private volatile long[] cells = new long[FIRST_CELLS];
        private int size;

        void add(long key, long sum) {
            long[] into = cells;
            if (size == into.length) {
                into = Arrays.copyOf(into, 2 * size);
                cells = into;
            }
            into[size] = key;
            into[size + 1] = sum;
            size += CELLS_PER_RECORD;
        }

        private int records() {
            return size / CELLS_PER_RECORD;
        }
    }

    synchronized Entries begin(TransactionId id) {
        Entries entries = new Entries();
        open.put(id, entries);
        return entries;
    }

    /** Closes a transaction for good. @return its records */
    synchronized int prepare(TransactionId id) {
        Entries entries = open.remove(id);
        if (entries == null) {
            throw new IllegalStateException("only an open transaction is prepared: " + id);
        }
        prepared.put(id, entries);
        return entries.records();
    }

    synchronized void abort(TransactionId id) {
        if (open.remove(id) != null) {
            abortedTransactions++;
        }
    }

    /** Until this transaction is committed, no other of its subtask will be: so their order is kept. */
    synchronized void refuseUntil(TransactionId id) {
        refusedBySubtask.putIfAbsent(id.subtask(), id);
    }

    synchronized void commit(Prepared<Integer> transaction) throws TransactionLostException {
        TransactionId id = transaction.id();
        TransactionId refused = refusedBySubtask.get(id.subtask());
        if (refused != null && !refused.equals(id)) {
            throw new InjectedFault(FaultPhase.COMMIT_REFUSED);
        }
        refusedBySubtask.remove(id.subtask());
        Entries entries = prepared.remove(id);
        if (entries != null) {
            committed.put(id, true);
            read(entries);
        } else if (committed.containsKey(id)) {
            repeatedCommits++;
        } else {
            throw new TransactionLostException(
                    transaction,
                    "the ledger knows no such transaction, open ones: " + open.keySet()
                            + "; the job aborted what it was to commit");
        }
    }

    private void read(Entries entries) {
        long[] cells = entries.cells;
        for (int i = 0; i < entries.size; i += Entries.CELLS_PER_RECORD) {
            counts.read(cells[i], cells[i + 1]);
            reader.read(cells[i], cells[i + 1]);
        }
        committedRecords += entries.records();
    }

    synchronized void sweep(Leftovers leftovers) {
        int before = open.size() + prepared.size();
        open.keySet().removeIf(leftovers::include);
        prepared.keySet().removeIf(leftovers::include);
        abortedTransactions += before - open.size() - prepared.size();
    }

    synchronized void timerFired() {
        timersFired++;
    }

    /** A timer fired that wasn't set, or had fired. */
    synchronized void timerUnexpected() {
        timersUnexpected++;
    }

    synchronized void timerLost() {
        timersLost++;
    }

    /** What has been seen so far. */
    synchronized LedgerReport report() {
        return new LedgerReport(
                committedRecords,
                counts.lost() + timersLost,
                counts.duplicate() + timersUnexpected,
                counts.outOfOrder(),
                repeatedCommits,
                abortedTransactions,
                open.size() + prepared.size(),
                timersFired);
    }

    /** What the records of transactions that aren't committed take on the heap. */
    synchronized long bufferedBytes() {
        long cells = 0;
        for (Entries entries : open.values()) {
            cells += entries.cells.length;
        }
        for (Entries entries : prepared.values()) {
            cells += entries.cells.length;
        }
        return cells * Long.BYTES;
    }
}
