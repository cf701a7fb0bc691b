package dev.weir.samples.peers.flink;

import dev.weir.samples.peers.common.Meter;
import dev.weir.samples.peers.common.PeerMain;
import dev.weir.samples.peers.common.RunPlan;
import dev.weir.samples.peers.common.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** The jobs on Flink. */
public final class FlinkPeer {

    private FlinkPeer() {}

    /** Started by the launcher; see {@link RunPlan}. */
    public static void main(String[] args) {
        PeerMain.run(args, FlinkPeer::runJob);
    }

    private static void runJob(RunPlan plan, Meter meter) throws Exception {
        FlinkSettings settings = FlinkSettings.ofSystem(plan.system());
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.createLocalEnvironment(
                meter.isFilling() ? Workload.PARALLELISM : plan.workload().measuredParallelism(),
                configuration(plan, meter, settings));
        FlinkJobs jobs = new FlinkJobs(environment, plan, settings);
        switch (plan.workload().job()) {
            case KEYED_SUM -> {
                if (plan.variant().hasStringKeys()) {
                    jobs.defineKeyedSum(new UserEvents(plan.variant()));
                } else {
                    jobs.defineKeyedSum(new NumberedEvents());
                }
            }
            case WINDOW_SUM -> jobs.defineWindowSum();
            case SHUFFLE -> jobs.defineShuffle();
            case PACED_SUM -> jobs.definePacedSum();
            case SLOW_SUM -> jobs.defineSlowSum();
        }
        if (meter.isFilling()) {
            fill(environment, plan, meter);
        } else {
            environment.execute(plan.workload().label());
        }
    }

    private static Configuration configuration(RunPlan plan, Meter meter, FlinkSettings settings) throws IOException {
        Configuration configuration = settings.configuration(plan);
        if (plan.workload().isRestored() && !meter.isFilling()) {
            configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, savepointBelow(plan.checkpointFolder()));
        }
        return configuration;
    }

    /** Leaves a savepoint in RocksDB's own files that holds all keys. */
    private static void fill(StreamExecutionEnvironment environment, RunPlan plan, Meter meter) throws Exception {
        JobClient job = environment.executeAsync(plan.workload().label());
        meter.awaitFilled();
        job.stopWithSavepoint(false, plan.checkpointFolder().toUri().toString(), SavepointFormatType.NATIVE)
                .get();
        job.getJobExecutionResult().get();
    }

    private static String savepointBelow(Path folder) throws IOException {
        try (Stream<Path> below = Files.list(folder)) {
            return below.filter(path -> path.getFileName().toString().startsWith("savepoint-"))
                    .findFirst()
                    .orElseThrow()
                    .toUri()
                    .toString();
        }
    }
}
