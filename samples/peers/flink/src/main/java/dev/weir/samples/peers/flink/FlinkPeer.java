package dev.weir.samples.peers.flink;

import dev.weir.samples.peers.common.PeerMain;
import dev.weir.samples.peers.common.RunPlan;
import dev.weir.samples.peers.common.Workload;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** The jobs on Flink. */
public final class FlinkPeer {

    private FlinkPeer() {}

    /** Started by the launcher; see {@link RunPlan}. */
    public static void main(String[] args) {
        PeerMain.run(args, (plan, meter) -> runJob(plan));
    }

    private static void runJob(RunPlan plan) throws Exception {
        FlinkSettings settings = FlinkSettings.ofSystem(plan.system());
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.createLocalEnvironment(Workload.PARALLELISM, settings.configuration(plan));
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
        environment.execute(plan.workload().label());
    }
}
