package dev.weir.engine.subtask;

import dev.weir.engine.graph.Partitioning.CustomPartitioner;
import dev.weir.engine.operator.OperatorFailure;
import java.util.SplittableRandom;

/** The edges without keys. */
final class DealingEdges {

    private DealingEdges() {}

    /** One target: forward, and global's subtask 0. */
    static final class Single extends EdgeOutput {
        private final int target;

        Single(Wires wires, int target) {
            super(wires);
            this.target = target;
        }

        @Override
        public void emit(Object record, long timestamp) {
            channels[target].add(outgoing(record), timestamp);
        }
    }

    /** Each target in turn. Senders start at different targets, so that short streams spread too. */
    static final class RoundRobin extends EdgeOutput {
        private int next;

        RoundRobin(Wires wires, int senderIndex) {
            super(wires);
            this.next = senderIndex % channels.length;
        }

        @Override
        public void emit(Object record, long timestamp) {
            channels[next].add(outgoing(record), timestamp);
            if (++next == channels.length) {
                next = 0;
            }
        }
    }

    /** A random target, from a seed of edge and sender. */
    static final class Shuffle extends EdgeOutput {
        private final SplittableRandom random;

        Shuffle(Wires wires, int senderIndex) {
            super(wires);
            this.random = new SplittableRandom(31L * edge().id() + senderIndex);
        }

        @Override
        public void emit(Object record, long timestamp) {
            channels[random.nextInt(channels.length)].add(outgoing(record), timestamp);
        }
    }

    /** Every target. */
    static final class Broadcast extends EdgeOutput {
        Broadcast(Wires wires) {
            super(wires);
        }

        @Override
        public void emit(Object record, long timestamp) {
            for (int i = 0; i < channels.length; i++) {
                channels[i].add(outgoing(record), timestamp);
            }
        }
    }

    /** As the user's function says. */
    static final class Custom extends EdgeOutput {
        private final CustomPartitioner partitioner;

        Custom(Wires wires, CustomPartitioner partitioner) {
            super(wires);
            this.partitioner = partitioner;
        }

        @Override
        public void emit(Object record, long timestamp) {
            Object outgoing = outgoing(record);
            channels[targetOf(outgoing)].add(outgoing, timestamp);
        }

        private int targetOf(Object record) {
            int target;
            try {
                target = partitioner.targetOf(record, channels.length);
            } catch (Exception failure) {
                throw failure(record, failure);
            }
            if (target < 0 || target >= channels.length) {
                throw failure(
                        record,
                        new IndexOutOfBoundsException("a custom partitioner answers a target in [0, " + channels.length
                                + "): got " + target));
            }
            return target;
        }

        private OperatorFailure failure(Object record, Exception cause) {
            return new OperatorFailure(
                    "partitioner into chain " + edge().toChain(), "custom partitioner", record, cause);
        }
    }
}
