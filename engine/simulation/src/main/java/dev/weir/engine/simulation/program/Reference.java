package dev.weir.engine.simulation.program;

import dev.weir.engine.simulation.ledger.Row;
import dev.weir.engine.simulation.program.Emissions.Tells;
import dev.weir.engine.simulation.program.Topology.Buckets;
import dev.weir.engine.simulation.program.Topology.EdgeSpec;
import dev.weir.engine.simulation.program.Topology.NodeSpec;
import dev.weir.engine.simulation.program.Topology.Provenance;
import dev.weir.engine.simulation.program.Topology.Side;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a generated job has to give, worked out node by node without engine, time or parallelism. What depends on the
 * order in which records meet has no value here.
 */
public final class Reference {

    /** A value that isn't the same in every run. */
    public static final long ANY_VALUE = Long.MIN_VALUE;

    private record Expected(int origin, int lane, long number, long key, long value, long timestamp) {}

    private record Output(int node, Side side) {}

    /** A key's records on one input, and their sum; the sum is {@link #ANY_VALUE} where one of them is. */
    private static final class Sum {
        private long count;
        private long sum;

        void add(long value) {
            count++;
            sum = value == ANY_VALUE || sum == ANY_VALUE ? ANY_VALUE : sum + value;
        }
    }

    private final Topology topology;
    private final Map<Output, List<Expected>> outputs = new HashMap<>();
    private final Map<Integer, List<Expected>> arriving = new HashMap<>();

    public Reference(Topology topology) {
        this.topology = topology;
        topology.nodes().forEach(this::evaluate);
    }

    /** What a sink has to write, in no order. */
    public List<Row> rowsOf(NodeSpec sink) {
        return arrivingAt(sink.id()).stream()
                .map(each -> new Row(each.origin(), each.lane(), each.number(), each.key(), each.value()))
                .toList();
    }

    /** For each origin the numbers of its records that come to a node; only for nodes that read sources' own records. */
    public Map<Integer, List<Long>> numbersAt(NodeSpec node) {
        Map<Integer, List<Long>> numbers = new TreeMap<>();
        if (node.input().provenance() == Provenance.SOURCES) {
            arrivingAt(node.id())
                    .forEach(each -> numbers.computeIfAbsent(each.origin(), unused -> new ArrayList<>())
                            .add(each.number()));
        }
        return numbers;
    }

    private List<Expected> arrivingAt(int node) {
        return arriving.getOrDefault(node, List.of());
    }

    private void evaluate(NodeSpec node) {
        Topology.Kind kind = node.kind();
        if (kind instanceof Topology.Records || kind instanceof Topology.Rules) {
            emitAll(node, SourceShape.of(topology, node));
        } else if (kind instanceof Topology.Clock) {
            inputOf(node, 0).forEach(each -> emit(node, Side.MAIN, each));
        } else if (kind instanceof Topology.Router router) {
            inputOf(node, 0).forEach(each -> route(node, router, each));
        } else if (kind instanceof Topology.Counter counter) {
            count(node, counter);
        } else if (kind instanceof Topology.RuleBook book) {
            keepRules(node, book);
        } else {
            inputOf(node, 0);
        }
    }

    private void emitAll(NodeSpec node, SourceShape shape) {
        for (int split = 0; split < shape.splits(); split++) {
            for (long position = 0; position < shape.records(); position++) {
                Datum datum = shape.datum(split, position);
                emit(
                        node,
                        Side.MAIN,
                        new Expected(
                                datum.origin(),
                                datum.lane(),
                                datum.number(),
                                datum.key(),
                                datum.value(),
                                SourceShape.timestampOf(position)));
            }
        }
    }

    private void route(NodeSpec node, Topology.Router router, Expected each) {
        for (Routes.Copy copy :
                Routes.of(node.id(), router.routing(), each.origin(), each.lane(), each.number(), each.key())) {
            emit(node, copy.side(), changed(node, each, copy.lane(), copy.key()));
        }
    }

    private static Expected changed(NodeSpec node, Expected each, int lane, long key) {
        long value = each.value() == ANY_VALUE ? ANY_VALUE : each.value() + node.id();
        return new Expected(each.origin(), lane, each.number(), key, value, each.timestamp());
    }

    private void count(NodeSpec node, Topology.Counter counter) {
        Map<Long, Map<Long, Long>> buckets = new TreeMap<>();
        for (int input = 0; input < counter.inputs(); input++) {
            Map<Long, Sum> sums = new TreeMap<>();
            for (Expected each : inputOf(node, input)) {
                sums.computeIfAbsent(each.key(), unused -> new Sum()).add(each.value());
                Map<Long, Long> ofKey = buckets.computeIfAbsent(each.key(), unused -> new TreeMap<>());
                if (counter.buckets() == Buckets.BY_EVENT_TIME) {
                    ofKey.merge(
                            SourceShape.bucketEnd(each.timestamp()),
                            Emissions.bucketShare(input, each.value()),
                            Long::sum);
                }
            }
            Tells tells = Emissions.count(input);
            sums.forEach((key, sum) -> emitCounts(node, tells, key, sum));
        }
        buckets.forEach((key, ofKey) -> {
            emitOwn(node, Tells.ALARM, 1, key, 0);
            ofKey.forEach((end, value) -> emitOwn(node, Tells.BUCKET, end, key, value));
        });
    }

    private void emitCounts(NodeSpec node, Tells tells, long key, Sum sum) {
        for (long number = 1; number <= sum.count; number++) {
            emitOwn(node, tells, number, key, number == sum.count ? sum.sum : ANY_VALUE);
        }
    }

    /** Of an operator's own records only rules have timestamps that are the same in every run. */
    private void emitOwn(NodeSpec node, Tells tells, long number, long key, long value) {
        long timestamp = SourceShape.timestampOf(number - 1);
        emit(node, Side.MAIN, new Expected(Emissions.origin(node.id(), tells), 0, number, key, value, timestamp));
    }

    private void keepRules(NodeSpec node, Topology.RuleBook book) {
        for (Expected each : inputOf(node, 0)) {
            emit(node, Side.MAIN, changed(node, each, Routes.laneOf(node.id(), each.lane(), 0), each.key()));
        }
        for (long rule = 1; rule <= book.rules(); rule++) {
            emitOwn(node, Tells.RULE, rule, 0, 0);
        }
    }

    private List<Expected> inputOf(NodeSpec node, int input) {
        List<Expected> all = new ArrayList<>();
        for (EdgeSpec edge : topology.inputsOf(node)) {
            if (edge.toInput() == input) {
                all.addAll(outputs.getOrDefault(new Output(edge.from(), edge.side()), List.of()));
            }
        }
        arriving.computeIfAbsent(node.id(), unused -> new ArrayList<>()).addAll(all);
        return all;
    }

    private void emit(NodeSpec node, Side side, Expected each) {
        outputs.computeIfAbsent(new Output(node.id(), side), unused -> new ArrayList<>())
                .add(each);
    }
}
