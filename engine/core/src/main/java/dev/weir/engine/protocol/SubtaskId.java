package dev.weir.engine.protocol;

/** A subtask of a job: chain id in the plan, and index from 0. */
public record SubtaskId(int chain, int index) implements Comparable<SubtaskId> {

    @Override
    public int compareTo(SubtaskId other) {
        int byChain = Integer.compare(chain, other.chain);
        return byChain != 0 ? byChain : Integer.compare(index, other.index);
    }

    @Override
    public String toString() {
        return chain + "/" + index;
    }
}
