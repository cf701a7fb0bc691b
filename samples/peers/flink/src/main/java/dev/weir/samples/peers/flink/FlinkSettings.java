package dev.weir.samples.peers.flink;

import dev.weir.samples.peers.common.DiskState;
import dev.weir.samples.peers.common.RunPlan;
import dev.weir.samples.peers.common.UsageException;
import dev.weir.samples.peers.common.Variant;
import dev.weir.samples.peers.common.Workload;
import java.time.Duration;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.configuration.TraceOptions;
import org.apache.flink.core.execution.CheckpointingMode;

/** The settings under which Flink is measured. Where the workload is about latency they differ in the buffer timeout too. */
enum FlinkSettings {
    /** As it comes; so buffers travel when full, or after 100 ms. */
    DEFAULT("flink", Duration.ofMillis(100)),
    /** Chained operators hand each other the same object. Latency: buffers travel after 1 ms. */
    REUSE("flink-reuse", Duration.ofMillis(1)),
    /** Object reuse, a hand-written serializer and larger memory segments. Latency: each record travels at once. */
    TUNED("flink-tuned", Duration.ZERO);

    private static final MemorySize MANAGED_MEMORY = new MemorySize(DiskState.MEMORY_BYTES);
    private static final MemorySize NETWORK_MEMORY = MemorySize.ofMebiBytes(128);
    private static final MemorySize TUNED_SEGMENT = MemorySize.parse("256kb");

    private final String system;
    private final Duration latencyBufferTimeout;

    FlinkSettings(String system, Duration latencyBufferTimeout) {
        this.system = system;
        this.latencyBufferTimeout = latencyBufferTimeout;
    }

    /**
     * The settings behind a system's name.
     *
     * @throws UsageException when there are none
     */
    static FlinkSettings ofSystem(String system) {
        for (FlinkSettings settings : values()) {
            if (settings.system.equals(system)) {
                return settings;
            }
        }
        throw new UsageException("this peer is flink, flink-reuse or flink-tuned: system=" + system);
    }

    boolean reusesObjects() {
        return this != DEFAULT;
    }

    boolean hasHandWrittenSerializer() {
        return this == TUNED;
    }

    /** The configuration of the local cluster and the job. */
    Configuration configuration(RunPlan plan) {
        Configuration configuration = new Configuration();
        configuration.set(PipelineOptions.OBJECT_REUSE, reusesObjects());
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MANAGED_MEMORY);
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MIN, NETWORK_MEMORY);
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MAX, NETWORK_MEMORY);
        configuration.set(StateBackendOptions.STATE_BACKEND, plan.workload().isOnDisk() ? "rocksdb" : "hashmap");
        configuration.set(
                CheckpointingOptions.INCREMENTAL_CHECKPOINTS, plan.workload().isOnDisk());
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        if (plan.workload().job() == Workload.Job.PACED_SUM) {
            configuration.set(ExecutionOptions.BUFFER_TIMEOUT, latencyBufferTimeout);
        }
        if (plan.workload().isCrashed()) {
            configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
            configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, Integer.MAX_VALUE);
            configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ZERO);
        }
        if (this == TUNED) {
            configuration.set(TaskManagerOptions.MEMORY_SEGMENT_SIZE, TUNED_SEGMENT);
        }
        if (plan.workload().isCheckpointed()) {
            setCheckpoints(plan, configuration);
        }
        if (plan.workload().isRestored()) {
            setFolder(plan, configuration);
        }
        return configuration;
    }

    private static void setFolder(RunPlan plan, Configuration configuration) {
        configuration.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                plan.checkpointFolder().toUri().toString());
    }

    private static void setCheckpoints(RunPlan plan, Configuration configuration) {
        configuration.set(
                CheckpointingOptions.CHECKPOINTING_INTERVAL, plan.workload().checkpointInterval());
        configuration.set(CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE, CheckpointingMode.EXACTLY_ONCE);
        configuration.set(CheckpointingOptions.ENABLE_UNALIGNED, plan.variant().isUnaligned());
        configuration.set(
                CheckpointingOptions.ALIGNED_CHECKPOINT_TIMEOUT, plan.variant().alignmentTimeout());
        configuration.set(TaskManagerOptions.BUFFER_DEBLOAT_ENABLED, plan.variant() == Variant.DEBLOATED);
        setFolder(plan, configuration);
        if (plan.workload() == Workload.BACKPRESSURE || plan.workload() == Workload.DELTA) {
            TraceOptions.forReporter(configuration, CheckpointSpansFactory.NAME)
                    .set(TraceOptions.REPORTER_FACTORY_CLASS, CheckpointSpansFactory.class.getName());
        }
    }
}
