package dev.weir.operators.sink;

/**
 * Names one batch of a write-ahead sink for good: no two batches of any run ever share a token, and a batch that is
 * written again, by whatever attempt, has the token it had.
 *
 * @param lineage the run's lineage; new with every start by a person, kept by recovery
 * @param sinkUid the sink's name
 * @param subtask the index of the subtask that took the records
 * @param attempt the execution attempt that took them
 * @param number from 0, in the order the subtask filled them in that attempt
 */
public record BatchToken(String lineage, String sinkUid, int subtask, long attempt, long number) {

    /** A text that names it, fit for a marker's key. */
    @Override
    public String toString() {
        return lineage + "-" + sinkUid + "-" + subtask + "-" + attempt + "-" + number;
    }
}
