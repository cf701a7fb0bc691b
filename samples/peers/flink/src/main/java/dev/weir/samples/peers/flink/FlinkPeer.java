package dev.weir.samples.peers.flink;

import dev.weir.samples.peers.common.PeerMain;
import dev.weir.samples.peers.common.Records;
import dev.weir.samples.peers.common.RunPlan;
import dev.weir.samples.peers.common.Workload;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** The keyed sum on Flink. */
public final class FlinkPeer {

    private FlinkPeer() {}

    /** Started by the launcher; see {@link RunPlan}. */
    public static void main(String[] args) {
        PeerMain.run(args, (plan, meter) -> runJob(plan));
    }

    private static void runJob(RunPlan plan) throws Exception {
        if (plan.variant().hasStringKeys()) {
            runKeyedSum(plan, new UserEvents(plan.variant()));
        } else {
            runKeyedSum(plan, new NumberedEvents());
        }
    }

    private static <E extends Summable<E>, K> void runKeyedSum(RunPlan plan, EventKind<E, K> kind) throws Exception {
        FlinkSettings settings = FlinkSettings.ofSystem(plan.system());
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.createLocalEnvironment(Workload.PARALLELISM, settings.configuration(plan));
        TypeInformation<E> type = settings.hasHandWrittenSerializer()
                ? new HandWrittenType<>(kind.eventClass(), kind.handWrittenSerializer())
                : Types.POJO(kind.eventClass());
        SingleOutputStreamOperator<E> mapped = environment
                .fromSource(new GeneratorSource<>(kind, settings), WatermarkStrategy.noWatermarks(), "generator", type)
                .map(ValueMap.<E>increment(settings))
                .returns(type);
        if (plan.variant().hasSecondMap()) {
            mapped = mapped.map(ValueMap.<E>triple(settings)).returns(type);
        }
        mapped.filter(event -> Records.isKept(event.value()))
                .keyBy(kind.keySelector(), kind.keyType())
                .map(new KeyedSum<E>(settings))
                .returns(type)
                .sinkTo(new FoldSink<>());
        environment.execute(plan.workload().label());
    }
}
