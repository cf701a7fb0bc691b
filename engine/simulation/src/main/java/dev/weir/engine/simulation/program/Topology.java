package dev.weir.engine.simulation.program;

import java.util.List;

/**
 * A generated job, as drawn: what its operators are and how they are connected. Their parallelism isn't part of it, as
 * that may change from start to start: nodes of one group have the same.
 *
 * @param nodes by id, from 0, each behind all that feed it
 * @param groups how many groups of equal parallelism there are
 * @param promise whether repeats are allowed
 */
public record Topology(long seed, List<NodeSpec> nodes, List<EdgeSpec> edges, int groups, Promise promise) {

    private static final int JOBS_PER_HOOKED = 5;

    public Topology {
        nodes = List.copyOf(nodes);
        edges = List.copyOf(edges);
    }

    /** What the job's output is held to. */
    public enum Promise {
        EXACTLY_ONCE,
        AT_LEAST_ONCE
    }

    /** What a node does. */
    public sealed interface Kind {}

    /**
     * A source of numbered records.
     *
     * @param records in each split; a short one ends early
     * @param keys how many keys there are
     */
    public record Records(int splits, int records, int keys, Dealing dealing, Silence silence, Material material)
            implements Kind {}

    /** A source of rules, numbered from 1, in one split. */
    public record Rules(int rules) implements Kind {}

    /** Makes watermarks of the records' timestamps. */
    public record Clock(Dealing dealing, Silence silence) implements Kind {}

    /** Works on each record alone. */
    public record Router(Routing routing) implements Kind {}

    /** Counts per key, over one input or two. */
    public record Counter(int inputs, Buckets buckets, KeyClass keyClass) implements Kind {}

    /** Passes records on and keeps a log of the rules that are broadcast to it. */
    public record RuleBook(int rules) implements Kind {}

    /** Writes into the ledger. */
    public record Sink() implements Kind {}

    /** How readers get their splits. */
    public enum Dealing {
        /** All at the start; event time goes on with the records. */
        AT_START,
        /** One after the other, on request; event time stands still until the end. */
        ON_REQUEST
    }

    /** Whether a source falls idle for a while. */
    public enum Silence {
        NEVER,
        FOR_A_WHILE
    }

    /** Which class records have. */
    public enum Material {
        IMMUTABLE,
        MUTABLE
    }

    /** What a router does with a record. */
    public enum Routing {
        MAP,
        DROP_SOME,
        REPEAT_SOME,
        REKEY,
        SIDE_OUTPUT
    }

    /** Whether a counter counts per bucket of event time, too. */
    public enum Buckets {
        NONE,
        BY_EVENT_TIME
    }

    /** What the key of a keyed operator is. */
    public enum KeyClass {
        LONG,
        STRING
    }

    /** How records find their target. */
    public enum Route {
        FORWARD,
        KEYED,
        REBALANCE,
        RESCALE,
        SHUFFLE,
        GLOBAL,
        CUSTOM,
        BROADCAST;

        /** Whether records of one origin and key go one way. */
        public boolean keepsOrder() {
            return this != REBALANCE && this != RESCALE && this != SHUFFLE;
        }

        /** Whether a barrier may pass records: only where what is under way can be divided again. */
        boolean mayBeOvertaken() {
            return this == KEYED || this == REBALANCE || this == SHUFFLE;
        }
    }

    /** Which output of a router. */
    public enum Side {
        MAIN,
        SIDE
    }

    /** Whether a node may share a subtask with the one before it. */
    public enum Place {
        CHAINED,
        ALONE
    }

    /**
     * What is known of the records that come to a node.
     *
     * @param order whether those of one origin, lane and key come in the order of their numbers
     * @param provenance whether they are a source's own
     * @param time whether their timestamps are the same in each run, and none is late
     */
    public record Input(Order order, Provenance provenance, Time time) {}

    /** Whether an order is promised. */
    public enum Order {
        BY_NUMBER,
        NONE
    }

    /** Where records come from. */
    public enum Provenance {
        SOURCES,
        OPERATORS
    }

    /** What timestamps are like. */
    public enum Time {
        EXACT,
        ARBITRARY
    }

    /**
     * A node.
     *
     * @param group which nodes it shares its parallelism with
     * @param input what comes to it; of a source: what it emits
     */
    public record NodeSpec(int id, Kind kind, int group, int maxParallelism, Place place, Input input) {

        public String uid() {
            return kind.getClass().getSimpleName().toLowerCase(java.util.Locale.ROOT) + "-" + id;
        }
    }

    /** An edge. */
    public record EdgeSpec(int from, Side side, int to, int toInput, Route route) {}

    List<EdgeSpec> inputsOf(NodeSpec node) {
        return edges.stream().filter(edge -> edge.to() == node.id()).toList();
    }

    /** Whether records from one operator to another may be under way in a checkpoint; named by uid. */
    public boolean mayBeUnderWay(String from, String to) {
        return edges.stream()
                .filter(edge -> edge.route().mayBeOvertaken())
                .anyMatch(edge -> nodes.get(edge.from()).uid().equals(from)
                        && nodes.get(edge.to()).uid().equals(to));
    }

    /** Whether counters have finish hooks: such a job keeps its parallelism, as some subtasks may have finished. */
    public boolean hasFinishHooks() {
        return seed % JOBS_PER_HOOKED == 0;
    }

    boolean isExactlyOnce() {
        return promise == Promise.EXACTLY_ONCE;
    }
}
