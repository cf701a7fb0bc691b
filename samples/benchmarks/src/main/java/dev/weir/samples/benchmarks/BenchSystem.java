package dev.weir.samples.benchmarks;

import dev.weir.samples.peers.common.Variant;
import dev.weir.samples.peers.common.Workload;

/** The systems that can be measured, each by a peer: a module under {@code samples/peers}. */
enum BenchSystem {
    WEIR("weir", "weir"),
    /** Flink as it comes: POJO serializer, records copied between chained operators. */
    FLINK("flink", "flink"),
    /** Flink with object reuse. */
    FLINK_REUSE("flink-reuse", "flink"),
    /** Flink in an expert's hands: hand-written serializer, object reuse, larger memory segments. */
    FLINK_TUNED("flink-tuned", "flink"),
    /** Hazelcast Jet by its Pipeline API. */
    JET("jet", "jet"),
    /** Hazelcast Jet by its Core API: processors and edges drawn by hand. */
    JET_CORE("jet-core", "jet"),
    /** A hand-written loop: the limit. */
    LOOP("loop", "loop");

    private final String label;
    private final String peerModule;

    BenchSystem(String label, String peerModule) {
        this.label = label;
        this.peerModule = peerModule;
    }

    String peerModule() {
        return peerModule;
    }

    /** Whether the system has such a job at all. */
    boolean supports(Variant variant) {
        return switch (this) {
            case FLINK, FLINK_REUSE, FLINK_TUNED -> true;
            case WEIR, JET, JET_CORE -> variant != Variant.DEBLOATED;
            case LOOP -> variant != Variant.DEBLOATED && !variant.hasStringKeys();
        };
    }

    /** Whether the system can be asked what the workload is about. */
    boolean supports(Workload workload) {
        return switch (this) {
            case WEIR -> true;
            case FLINK, FLINK_REUSE, FLINK_TUNED -> !workload.isOfWeirAlone();
            case JET -> !workload.isOfWeirAlone() && workload != Workload.BACKPRESSURE && !workload.isOnDisk();
            case JET_CORE, LOOP -> !workload.isOfWeirAlone() && workload.asksForThroughput() && !workload.isOnDisk();
        };
    }

    /** Whether users run Flink so without writing serializers: what Weir is compared with first. */
    boolean isFlinkAsUsed() {
        return this == FLINK || this == FLINK_REUSE;
    }

    @Override
    public String toString() {
        return label;
    }
}
