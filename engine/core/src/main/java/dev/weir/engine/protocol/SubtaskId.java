package dev.weir.engine.protocol;

import org.jspecify.annotations.Nullable;

/** A subtask of a job: chain id in the plan, and index from 0. */
public record SubtaskId(int chain, int index) implements Comparable<SubtaskId> {

    @Override
    public int compareTo(SubtaskId other) {
        int byChain = Integer.compare(chain, other.chain);
        return byChain != 0 ? byChain : Integer.compare(index, other.index);
    }

    // Written out, as every batch looks its receiver up by it, and what the compiler makes is linked at its first call.

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SubtaskId that && chain == that.chain && index == that.index;
    }

    @Override
    public int hashCode() {
        return 31 * chain + index;
    }

    @Override
    public String toString() {
        return chain + "/" + index;
    }
}
