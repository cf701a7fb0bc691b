package dev.weir.samples.peers.weir.soak;

/**
 * What a {@link Ledger} has seen.
 *
 * @param committedRecords records of committed transactions
 * @param lost records, and timers, that are missing between others
 * @param duplicate records that came again, and timers that fired again
 * @param outOfOrder records that came after a later one of their key
 * @param repeatedCommits commits of what was committed already; harmless
 * @param abortedTransactions those of attempts that failed
 * @param unfinishedTransactions those that are open or prepared
 */
record LedgerReport(
        long committedRecords,
        long lost,
        long duplicate,
        long outOfOrder,
        long repeatedCommits,
        long abortedTransactions,
        int unfinishedTransactions,
        long timersFired) {}
