package dev.weir.engine.simulation.program;

import dev.weir.engine.operator.Input;
import dev.weir.engine.operator.Operator;
import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.SnapshotContext;
import dev.weir.engine.operator.Timestamps;
import dev.weir.engine.simulation.program.Emissions.Tells;
import dev.weir.engine.simulation.program.Topology.NodeSpec;
import dev.weir.snapshot.format.OperatorStateBlock.Redistribution;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Passes records on, and keeps a log of the rules that are broadcast to all its subtasks. Invariant: the log is 1, 2, …
 * without gap or repeat, whatever is restored; the first subtask tells of each rule.
 */
final class RuleKeeper implements Operator<Datum> {

    private static final String LOG = "log";

    private record Open(OperatorContext context, Output<Datum> output, Arrivals arrivals) {}

    private final NodeSpec node;
    private final Topology.RuleBook kind;
    private final Scene scene;
    private final List<Long> log = new ArrayList<>();
    private @Nullable Open open;

    RuleKeeper(NodeSpec node, Topology.RuleBook kind, Scene scene) {
        this.node = node;
        this.kind = kind;
        this.scene = scene;
    }

    @Override
    public void open(OperatorContext context, Output<Datum> output) throws Exception {
        open = new Open(context, output, new Arrivals(scene, node, context));
        for (byte[] element : context.restoredState(LOG)) {
            log.add(ByteBuffer.wrap(element).getLong());
            if (log.get(log.size() - 1) != log.size()) {
                opened().arrivals().breach("a log of rules has no gap and no repeat", "restored log=" + log);
            }
        }
        scene.interference().before(Phase.OPEN);
    }

    @Override
    public Input<?> input(int index) {
        return index == 0 ? (Input<Datum>) this::onRecord : (Input<Datum>) this::onRule;
    }

    private void onRecord(Datum datum, long timestamp) throws Exception {
        Open opened = opened();
        scene.interference().before(Phase.PROCESS);
        opened.arrivals().take(0, datum, timestamp);
        int lane = Routes.laneOf(node.id(), datum.lane(), 0);
        opened.output().emit(datum.changed(lane, datum.key(), datum.value() + node.id()), timestamp);
    }

    private void onRule(Datum rule, long timestamp) throws Exception {
        Open opened = opened();
        scene.interference().before(Phase.PROCESS);
        long next = log.size() + 1L;
        boolean isRepeat = rule.number() < next && !scene.topology().isExactlyOnce();
        if (rule.number() != next && !isRepeat) {
            opened.arrivals().breach("a log of rules has no gap and no repeat", rule + ", expected number=" + next);
        }
        if (!isRepeat) {
            log.add(rule.number());
        }
        if (opened.context().subtaskIndex() == 0) {
            int origin = Emissions.origin(node.id(), Tells.RULE);
            opened.output().emit(new Item(origin, 0, rule.number(), 0, 0), timestamp);
        }
    }

    @Override
    public long onWatermark(long watermark) {
        opened().arrivals().onWatermark(watermark);
        boolean isEnd = watermark == Timestamps.MAX && !scene.observer().mayEndEarly();
        if (isEnd && log.size() != kind.rules()) {
            opened().arrivals().breach("a log of rules is complete at the end", "log=" + log);
        }
        return watermark;
    }

    @Override
    public void snapshot(SnapshotContext snapshot) throws Exception {
        scene.interference().before(Phase.SNAPSHOT);
        opened().arrivals().snapshot(snapshot);
        List<byte[]> elements = log.stream()
                .map(rule -> ByteBuffer.allocate(Long.BYTES).putLong(rule).array())
                .toList();
        snapshot.put(LOG, Redistribution.BROADCAST, elements);
    }

    @Override
    public void close() throws Exception {
        scene.interference().before(Phase.CLOSE);
    }

    private Open opened() {
        return Objects.requireNonNull(open);
    }
}
