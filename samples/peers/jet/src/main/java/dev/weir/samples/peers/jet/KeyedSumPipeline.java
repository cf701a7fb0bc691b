package dev.weir.samples.peers.jet;

import com.hazelcast.jet.accumulator.LongAccumulator;
import com.hazelcast.jet.pipeline.Pipeline;
import com.hazelcast.jet.pipeline.Sinks;
import com.hazelcast.jet.pipeline.Sources;
import com.hazelcast.jet.pipeline.StreamStage;
import dev.weir.samples.peers.common.Records;
import dev.weir.samples.peers.common.Variant;
import dev.weir.samples.peers.common.Workload;

/**
 * The keyed sum as users of Jet write it. Its functions change the records they get: each has one reader only.
 * The records of a source stay in order, as in the other systems; that costs Jet nothing measurable.
 */
final class KeyedSumPipeline {

    private KeyedSumPipeline() {}

    static <E extends Summable<E>, K> Pipeline of(EventKind<E, K> kind, Variant variant, int keyCount) {
        Pipeline pipeline = Pipeline.create().setPreserveOrder(true);
        StreamStage<E> mapped = pipeline.readFrom(
                        Sources.<E>streamFromProcessor("generator", GeneratorProcessor.supplier(kind, keyCount)))
                .withoutTimestamps()
                .setLocalParallelism(Workload.PARALLELISM)
                .map(event -> event.replaceValue(Records.increment(event.value())))
                .setLocalParallelism(Workload.PARALLELISM);
        if (variant.hasSecondMap()) {
            mapped = mapped.map(event -> event.replaceValue(Records.triple(event.value())))
                    .setLocalParallelism(Workload.PARALLELISM);
        }
        mapped.filter(event -> Records.isKept(event.value()))
                .setLocalParallelism(Workload.PARALLELISM)
                .groupingKey(kind::keyOf)
                .mapStateful(
                        LongAccumulator::new,
                        (sum, key, event) ->
                                event.replaceValue(sum.add(event.value()).get()))
                .setLocalParallelism(Workload.PARALLELISM)
                .writeTo(Sinks.fromProcessor("fold", FoldProcessor.supplier()))
                .setLocalParallelism(Workload.PARALLELISM);
        return pipeline;
    }
}
