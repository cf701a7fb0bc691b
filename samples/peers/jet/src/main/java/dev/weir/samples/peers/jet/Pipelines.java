package dev.weir.samples.peers.jet;

import static dev.weir.samples.peers.common.Workload.PARALLELISM;

import com.hazelcast.jet.RestartableException;
import com.hazelcast.jet.accumulator.LongAccumulator;
import com.hazelcast.jet.core.ProcessorMetaSupplier;
import com.hazelcast.jet.function.TriFunction;
import com.hazelcast.jet.pipeline.Pipeline;
import com.hazelcast.jet.pipeline.Sinks;
import com.hazelcast.jet.pipeline.Sources;
import com.hazelcast.jet.pipeline.StreamStage;
import com.hazelcast.jet.pipeline.WindowDefinition;
import dev.weir.samples.peers.common.EventTime;
import dev.weir.samples.peers.common.Meter;
import dev.weir.samples.peers.common.Records;
import dev.weir.samples.peers.common.RunPlan;
import dev.weir.samples.peers.common.UsageException;
import dev.weir.samples.peers.common.Variant;
import dev.weir.samples.peers.common.Workload.Job;

/**
 * The jobs as users of Jet write them. Their functions change the records they get: each has one reader only. The records
 * of a source stay in order, as in the other systems, which costs Jet nothing measurable; where records are dealt out it
 * can't be had.
 *
 * <p>Jet serializes the functions, and Java takes two references to one inherited method for the same when it reads them
 * again, whatever class they are of. So functions are lambdas here, not references.
 */
final class Pipelines {

    private Pipelines() {}

    /** The planned job. */
    static Pipeline of(RunPlan plan) {
        Pipeline pipeline = Pipeline.create().setPreserveOrder(plan.workload().job() != Job.SHUFFLE);
        int keyCount = plan.workload().keyCount();
        switch (plan.workload().job()) {
            case KEYED_SUM -> {
                if (plan.variant().hasStringKeys()) {
                    keyedSum(pipeline, new UserEvents(plan.variant()), plan);
                } else {
                    keyedSum(pipeline, new NumberedEvents(), plan);
                }
            }
            case WINDOW_SUM -> windowSum(pipeline, plan.variant(), keyCount);
            case SHUFFLE -> shuffle(pipeline, keyCount);
            case PACED_SUM -> pacedSum(pipeline, keyCount);
            case SLOW_SUM -> throw new UsageException("jet has no unaligned snapshots: " + plan.workload());
        }
        return pipeline;
    }

    private static <E extends Summable<E>, K> void keyedSum(Pipeline pipeline, EventKind<E, K> kind, RunPlan plan) {
        int keyCount = plan.workload().keyCount();
        StreamStage<E> mapped = Pipelines.<E>source(
                        pipeline, GeneratorProcessor.supplier(() -> new EventGenerator(kind, keyCount)))
                .map(event -> event.replaceValue(Records.increment(event.value())))
                .setLocalParallelism(PARALLELISM);
        if (plan.variant().hasSecondMap()) {
            mapped = mapped.map(event -> event.replaceValue(Records.triple(event.value())))
                    .setLocalParallelism(PARALLELISM);
        }
        TriFunction<LongAccumulator, K, E, E> runningSum = plan.workload().isCrashed()
                ? (sum, key, event) -> addOrCrash(sum, event)
                : (sum, key, event) -> add(sum, event);
        mapped.filter(event -> Records.isKept(event.value()))
                .setLocalParallelism(PARALLELISM)
                .groupingKey(kind::keyOf)
                .mapStateful(LongAccumulator::new, runningSum)
                .setLocalParallelism(PARALLELISM)
                .writeTo(Sinks.fromProcessor("fold", FoldProcessor.ofRecords()))
                .setLocalParallelism(PARALLELISM);
    }

    private static <E extends Summable<E>> E add(LongAccumulator sum, E event) {
        return event.replaceValue(sum.add(event.value()).get());
    }

    private static <E extends Summable<E>> E addOrCrash(LongAccumulator sum, E event) {
        if (Meter.current().crashes().strikes()) {
            throw new RestartableException("crashed on purpose");
        }
        return add(sum, event);
    }

    private static void windowSum(Pipeline pipeline, Variant variant, int keyCount) {
        pipeline.readFrom(Sources.<TimedEvent>streamFromProcessorWithWatermarks(
                        "generator",
                        false,
                        policy -> GeneratorProcessor.supplier(() -> new TimedGenerator(keyCount, policy))))
                .withTimestamps(TimedEvent::timestampMillis, 0)
                .setLocalParallelism(PARALLELISM)
                .groupingKey(event -> event.key())
                .window(WindowDefinition.tumbling(EventTime.WINDOW_MILLIS))
                .aggregate(Sums.of(variant))
                .setLocalParallelism(PARALLELISM)
                .writeTo(Sinks.fromProcessor("fold", FoldProcessor.ofWindows()))
                .setLocalParallelism(PARALLELISM);
    }

    private static void shuffle(Pipeline pipeline, int keyCount) {
        NumberedEvents kind = new NumberedEvents();
        Pipelines.<Event>source(pipeline, GeneratorProcessor.supplier(() -> new EventGenerator(kind, keyCount)))
                .map(event -> event.replaceValue(Records.increment(event.value())))
                .setLocalParallelism(PARALLELISM)
                .rebalance()
                .map(event -> event.replaceValue(Records.triple(event.value())))
                .setLocalParallelism(PARALLELISM)
                .filter(event -> Records.isKept(event.value()))
                .setLocalParallelism(PARALLELISM)
                .writeTo(Sinks.fromProcessor("fold", FoldProcessor.ofRecords()))
                .setLocalParallelism(PARALLELISM);
    }

    private static void pacedSum(Pipeline pipeline, int keyCount) {
        Pipelines.<PacedEvent>source(pipeline, GeneratorProcessor.supplier(() -> new PacedGenerator(keyCount)))
                .groupingKey(event -> event.key())
                .mapStateful(LongAccumulator::new, (sum, key, event) -> add(sum, event))
                .setLocalParallelism(PARALLELISM)
                .writeTo(Sinks.fromProcessor("fold", FoldProcessor.ofPacedRecords()))
                .setLocalParallelism(PARALLELISM);
    }

    private static <E> StreamStage<E> source(Pipeline pipeline, ProcessorMetaSupplier generators) {
        return pipeline.readFrom(Sources.<E>streamFromProcessor("generator", generators))
                .withoutTimestamps()
                .setLocalParallelism(PARALLELISM);
    }
}
