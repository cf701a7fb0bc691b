package dev.weir.samples.peers.jet;

import com.hazelcast.jet.JetService;
import com.hazelcast.jet.Job;
import com.hazelcast.jet.config.EdgeConfig;
import com.hazelcast.jet.config.JobConfig;
import com.hazelcast.jet.config.ProcessingGuarantee;
import dev.weir.samples.peers.common.PeerMain;
import dev.weir.samples.peers.common.RunPlan;
import dev.weir.samples.peers.common.Workload;

/** The benchmarked jobs on Hazelcast Jet. */
public final class JetPeer {

    private JetPeer() {}

    /** Started by the launcher; see {@link RunPlan}. */
    public static void main(String[] args) {
        PeerMain.run(args, (plan, meter) -> runJob(plan));
    }

    private static void runJob(RunPlan plan) {
        JetApi api = JetApi.ofSystem(plan.system());
        try (JetMember member = JetMember.start(queueRecords(plan.workload()))) {
            submit(member.jet(), api, plan).join();
        }
    }

    /** What suits Jet best: its default for the keyed sum, longer queues where less is done per record. */
    private static int queueRecords(Workload workload) {
        return switch (workload.job()) {
            case KEYED_SUM, PACED_SUM, SLOW_SUM -> EdgeConfig.DEFAULT_QUEUE_SIZE;
            case WINDOW_SUM, SHUFFLE -> 4 * EdgeConfig.DEFAULT_QUEUE_SIZE;
        };
    }

    private static Job submit(JetService jet, JetApi api, RunPlan plan) {
        JobConfig config = configOf(plan.workload());
        return switch (api) {
            case PIPELINE -> jet.newJob(Pipelines.of(plan), config);
            case CORE -> jet.newJob(Dags.of(plan), config);
        };
    }

    private static JobConfig configOf(Workload workload) {
        JobConfig config = new JobConfig().setName(workload.label());
        if (!workload.isCheckpointed()) {
            return config.setProcessingGuarantee(ProcessingGuarantee.NONE);
        }
        return config.setProcessingGuarantee(ProcessingGuarantee.EXACTLY_ONCE)
                .setSnapshotIntervalMillis(workload.checkpointInterval().toMillis());
    }
}
