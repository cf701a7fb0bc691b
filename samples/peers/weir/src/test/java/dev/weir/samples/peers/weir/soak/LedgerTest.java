package dev.weir.samples.peers.weir.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.operators.sink.Leftovers;
import dev.weir.operators.sink.Prepared;
import dev.weir.operators.sink.TransactionId;
import dev.weir.operators.sink.TransactionLostException;
import dev.weir.samples.peers.common.Records;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LedgerTest {

    private static final int KEY = 7;
    private static final long VALUE = Records.increment(Records.valueOf(KEY));

    private final Ledger ledger = new Ledger((keyCode, sum) -> {});

    @Test
    void recordsAreReadWhenTheirTransactionIsCommittedAndOnce() throws Exception {
        Prepared<Integer> first = prepared(id(0, 1, 0), 1, 2);
        assertThat(ledger.report().committedRecords()).isZero();

        ledger.commit(first);
        ledger.commit(first);

        LedgerReport report = ledger.report();
        assertThat(report.committedRecords()).isEqualTo(2);
        assertThat(report.repeatedCommits()).isEqualTo(1);
        assertThat(report.unfinishedTransactions()).isZero();
    }

    @Test
    void aTransactionThatWasSweptCannotBeCommitted() {
        Prepared<Integer> swept = prepared(id(0, 1, 0), 1);
        ledger.sweep(new Leftovers("lineage", "ledger", 0, 3, 2, Set.of()));

        assertThat(ledger.report().abortedTransactions()).isEqualTo(1);
        assertThatThrownBy(() -> ledger.commit(swept)).isInstanceOf(TransactionLostException.class);
    }

    @Test
    void aSweepLeavesWhatWaitsForItsCommitAndWhatIsAnothers() throws Exception {
        Prepared<Integer> waiting = prepared(id(0, 1, 0), 1);
        Prepared<Integer> ofAnother = prepared(id(1, 1, 0), 2);
        ledger.sweep(new Leftovers("lineage", "ledger", 0, 3, 2, Set.of(waiting.id())));

        ledger.commit(waiting);
        ledger.commit(ofAnother);
        assertThat(ledger.report().lost()).isZero();
    }

    @Test
    void whileACommitIsRefusedNoLaterOneOfItsWriterPasses() throws Exception {
        Prepared<Integer> first = prepared(id(0, 1, 0), 1);
        Prepared<Integer> second = prepared(id(0, 1, 1), 2);
        ledger.refuseUntil(first.id());

        assertThatThrownBy(() -> ledger.commit(second)).isInstanceOf(InjectedFault.class);
        ledger.commit(first);
        ledger.commit(second);

        assertThat(ledger.report().outOfOrder()).isZero();
    }

    @Test
    void anAbortedTransactionIsGoneAndAnUnfinishedOneIsSeen() {
        ledger.begin(id(0, 1, 0));
        ledger.begin(id(0, 1, 1));
        ledger.abort(id(0, 1, 0));

        assertThat(ledger.report().unfinishedTransactions()).isEqualTo(1);
        assertThat(ledger.report().abortedTransactions()).isEqualTo(1);
        assertThat(ledger.bufferedBytes()).isPositive();
    }

    @Test
    void timersCountLikeRecords() {
        ledger.timerFired();
        ledger.timerLost();
        ledger.timerUnexpected();

        assertThat(ledger.report())
                .extracting(LedgerReport::timersFired, LedgerReport::lost, LedgerReport::duplicate)
                .containsExactly(1L, 1L, 1L);
    }

    private Prepared<Integer> prepared(TransactionId id, long... numbers) {
        Ledger.Entries entries = ledger.begin(id);
        for (long number : numbers) {
            entries.add(KEY, number * VALUE);
        }
        return new Prepared<>(id, id.number() + 1, ledger.prepare(id));
    }

    private static TransactionId id(int subtask, long attempt, long number) {
        return new TransactionId("lineage", "ledger", subtask, attempt, number);
    }
}
