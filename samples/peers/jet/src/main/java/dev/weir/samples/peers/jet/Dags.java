package dev.weir.samples.peers.jet;

import com.hazelcast.function.FunctionEx;
import com.hazelcast.function.ToLongFunctionEx;
import com.hazelcast.jet.accumulator.LongAccumulator;
import com.hazelcast.jet.core.DAG;
import com.hazelcast.jet.core.SlidingWindowPolicy;
import com.hazelcast.jet.core.TimestampKind;
import com.hazelcast.jet.core.Vertex;
import com.hazelcast.jet.core.processor.Processors;
import com.hazelcast.jet.datamodel.KeyedWindowResult;
import dev.weir.samples.peers.common.EventTime;
import dev.weir.samples.peers.common.Records;
import dev.weir.samples.peers.common.RunPlan;
import dev.weir.samples.peers.common.UsageException;
import dev.weir.samples.peers.common.Variant;
import java.util.List;

/** The jobs on the Core API, with processors of their own where that is faster than Jet's. */
final class Dags {

    private Dags() {}

    /**
     * The planned job.
     *
     * @throws UsageException when it isn't written with this interface
     */
    static DAG of(RunPlan plan) {
        int keyCount = plan.workload().keyCount();
        return switch (plan.workload().job()) {
            case KEYED_SUM ->
                plan.variant().hasStringKeys()
                        ? keyedSum(new UserEvents(plan.variant()), plan.variant(), keyCount)
                        : keyedSum(new NumberedEvents(), plan.variant(), keyCount);
            case WINDOW_SUM -> windowSum(plan.variant(), keyCount);
            case SHUFFLE -> shuffle(keyCount);
            case PACED_SUM, SLOW_SUM ->
                throw new UsageException("jet-core has no workload " + plan.workload() + "; measure another system");
        };
    }

    private static <E extends Summable<E>, K> DAG keyedSum(EventKind<E, K> kind, Variant variant, int keyCount) {
        Wiring wiring = new Wiring();
        Vertex source =
                wiring.vertex("generator", GeneratorProcessor.supplier(() -> new EventGenerator(kind, keyCount)));
        Vertex map = wiring.vertex(
                "map",
                () -> new MapProcessor<E>(event -> {
                    long mapped = variant.mapped(event.value());
                    return Records.isKept(mapped) ? event.replaceValue(mapped) : null;
                }));
        Vertex sum = wiring.vertex("sum", () -> new SumProcessor<>(kind));
        Vertex fold = wiring.vertex("fold", FoldProcessor.ofRecords());
        return wiring.oneToOne(source, map)
                .byKey(map, sum, kind::keyOf)
                .oneToOne(sum, fold)
                .dag();
    }

    /** In two stages: sums within each source's records, then of those sums. */
    private static DAG windowSum(Variant variant, int keyCount) {
        SlidingWindowPolicy windows = SlidingWindowPolicy.tumblingWinPolicy(EventTime.WINDOW_MILLIS);
        Wiring wiring = new Wiring();
        Vertex source =
                wiring.vertex("generator", GeneratorProcessor.supplier(() -> new WatermarkedGenerator(keyCount)));
        FunctionEx<TimedEvent, Long> keyOf = event -> event.key();
        ToLongFunctionEx<TimedEvent> timestampOf = TimedEvent::timestampMillis;
        Vertex partial = wiring.vertex(
                "partial-sum",
                Processors.accumulateByFrameP(
                        List.of(keyOf), List.of(timestampOf), TimestampKind.EVENT, windows, Sums.of(variant)));
        Vertex sum = wiring.vertex(
                "sum", Processors.combineToSlidingWindowP(windows, Sums.of(variant), KeyedWindowResult::new));
        Vertex fold = wiring.vertex("fold", FoldProcessor.ofWindows());
        return wiring.oneToOne(source, partial)
                .byKey(partial, sum, KeyedWindowResult<Long, LongAccumulator>::key)
                .oneToOne(sum, fold)
                .dag();
    }

    private static DAG shuffle(int keyCount) {
        Wiring wiring = new Wiring();
        NumberedEvents kind = new NumberedEvents();
        Vertex source =
                wiring.vertex("generator", GeneratorProcessor.supplier(() -> new EventGenerator(kind, keyCount)));
        Vertex increment = wiring.vertex(
                "increment",
                () -> new MapProcessor<Event>(event -> event.replaceValue(Records.increment(event.value()))));
        Vertex triple = wiring.vertex(
                "triple",
                () -> new MapProcessor<Event>(event -> {
                    long tripled = Records.triple(event.value());
                    return Records.isKept(tripled) ? event.replaceValue(tripled) : null;
                }));
        Vertex fold = wiring.vertex("fold", FoldProcessor.ofRecords());
        return wiring.oneToOne(source, increment)
                .dealtOut(increment, triple)
                .oneToOne(triple, fold)
                .dag();
    }
}
