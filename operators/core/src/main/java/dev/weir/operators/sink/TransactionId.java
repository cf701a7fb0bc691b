package dev.weir.operators.sink;

/**
 * Names one transaction for good: no two transactions of any run ever share an id.
 *
 * @param lineage the run's lineage; new with every start by a person, kept by recovery
 * @param sinkUid the sink's name
 * @param subtask the index of the subtask that opened it
 * @param attempt the execution attempt that opened it
 * @param number from 0, in the order the subtask opened them in that attempt
 */
public record TransactionId(String lineage, String sinkUid, int subtask, long attempt, long number) {

    /** A text that names it, fit for file names and outside transaction ids. */
    @Override
    public String toString() {
        return lineage + "-" + sinkUid + "-" + subtask + "-" + attempt + "-" + number;
    }
}
