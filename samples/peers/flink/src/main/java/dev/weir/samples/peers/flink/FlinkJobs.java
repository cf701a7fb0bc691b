package dev.weir.samples.peers.flink;

import dev.weir.samples.peers.common.EventTime;
import dev.weir.samples.peers.common.Records;
import dev.weir.samples.peers.common.RunPlan;
import dev.weir.samples.peers.common.Workload;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;

/** Draws the jobs of {@link Workload.Job} with Flink's DataStream API. One job per instance. */
final class FlinkJobs {

    private final StreamExecutionEnvironment environment;
    private final Workload workload;
    private final RunPlan plan;
    private final FlinkSettings settings;

    FlinkJobs(StreamExecutionEnvironment environment, RunPlan plan, FlinkSettings settings) {
        this.environment = environment;
        this.plan = plan;
        this.settings = settings;
        workload = plan.workload();
    }

    <E extends Summable<E>, K> void defineKeyedSum(EventKind<E, K> kind) {
        TypeInformation<E> type = typeOf(kind.eventClass(), kind.handWrittenSerializer());
        SingleOutputStreamOperator<E> mapped = source(kind, WatermarkStrategy.noWatermarks(), type)
                .map(ValueMap.<E>increment(settings))
                .returns(type);
        if (plan.variant().hasSecondMap()) {
            mapped = mapped.map(ValueMap.<E>triple(settings)).returns(type);
        }
        KeyedSum<E> sum = new KeyedSum<>(settings);
        MapFunction<E, E> function = workload.isCrashed() ? new Crashing<>(sum) : sum;
        mapped.filter(event -> Records.isKept(event.value()))
                .keyBy(kind.keySelector(), kind.keyType())
                .map(function)
                .returns(type)
                .sinkTo(new FoldSink<>());
    }

    void defineWindowSum() {
        NumberedEvents kind = new NumberedEvents();
        source(kind, WatermarkStrategy.forMonotonousTimestamps(), eventType(kind))
                .keyBy(kind.keySelector(), kind.keyType())
                .window(TumblingEventTimeWindows.of(EventTime.WINDOW))
                .aggregate(new SumAggregate(), new WindowSums(), Types.LONG, Types.POJO(WindowSum.class))
                .sinkTo(new WindowSink());
    }

    void defineShuffle() {
        NumberedEvents kind = new NumberedEvents();
        TypeInformation<Event> type = eventType(kind);
        source(kind, WatermarkStrategy.noWatermarks(), type)
                .map(ValueMap.<Event>increment(settings))
                .returns(type)
                .rebalance()
                .map(ValueMap.<Event>triple(settings))
                .returns(type)
                .filter(event -> Records.isKept(event.value))
                .sinkTo(new FoldSink<>());
    }

    void definePacedSum() {
        TypeInformation<TimedEvent> type = typeOf(TimedEvent.class, new TimedEventSerializer());
        Workload ofReaders = workload;
        FlinkSettings settingsOfReaders = settings;
        environment
                .fromSource(
                        new GeneratorSource<TimedEvent>(() -> new PacedReader(ofReaders, settingsOfReaders)),
                        WatermarkStrategy.noWatermarks(),
                        "generator",
                        type)
                .keyBy(event -> event.key, Types.LONG)
                .map(new KeyedSum<TimedEvent>(settings))
                .returns(type)
                .sinkTo(new LatencySink());
    }

    void defineSlowSum() {
        NumberedEvents kind = new NumberedEvents();
        TypeInformation<Event> type = eventType(kind);
        source(kind, WatermarkStrategy.noWatermarks(), type)
                .keyBy(kind.keySelector(), kind.keyType())
                .map(new KeyedSum<Event>(settings))
                .returns(type)
                .rebalance()
                .sinkTo(new SlowSumSink());
    }

    private <E extends Summable<E>> SingleOutputStreamOperator<E> source(
            EventKind<E, ?> kind, WatermarkStrategy<E> watermarks, TypeInformation<E> type) {
        Workload ofReaders = workload;
        FlinkSettings settingsOfReaders = settings;
        return environment.fromSource(
                new GeneratorSource<E>(() -> new GeneratorReader<>(ofReaders, kind, settingsOfReaders)),
                watermarks,
                "generator",
                type);
    }

    private TypeInformation<Event> eventType(NumberedEvents kind) {
        return typeOf(kind.eventClass(), kind.handWrittenSerializer());
    }

    private <E> TypeInformation<E> typeOf(Class<E> type, TypeSerializer<E> handWritten) {
        return settings.hasHandWrittenSerializer() ? new HandWrittenType<>(type, handWritten) : Types.POJO(type);
    }
}
