package dev.weir.samples.peers.common;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the launcher asks of a peer.
 *
 * @param workload what to measure
 * @param variant how the job is written
 * @param system the system's name, for peers that come in several settings
 * @param seconds for how long the sources of the measured job emit
 * @param checkpointFolder an existing, empty folder; the launcher removes it afterwards
 * @param launchedAt when the launcher started the peer's JVM
 */
public record RunPlan(
        Workload workload, Variant variant, String system, int seconds, Path checkpointFolder, Instant launchedAt) {

    private static final String WORKLOAD = "--workload";
    private static final String VARIANT = "--variant";
    private static final String SYSTEM = "--system";
    private static final String SECONDS = "--seconds";
    private static final String CHECKPOINT_FOLDER = "--checkpoint-folder";
    private static final String LAUNCHED_AT = "--launched-at";
    private static final Set<String> NAMES =
            new TreeSet<>(Set.of(WORKLOAD, VARIANT, SYSTEM, SECONDS, CHECKPOINT_FOLDER, LAUNCHED_AT));

    /** The longest measured job, a day. */
    public static final int MAX_SECONDS = 86_400;

    /**
     * The plan in a peer's command line.
     *
     * @throws UsageException when the arguments aren't those {@link #toArguments} makes
     */
    public static RunPlan parse(String[] args) {
        OptionMap options = OptionMap.parse(args, NAMES);
        return new RunPlan(
                Labels.find(Workload.class, "workload", options.text(WORKLOAD)),
                Labels.find(Variant.class, "variant", options.text(VARIANT)),
                options.text(SYSTEM),
                options.positive(SECONDS, 1, MAX_SECONDS),
                Path.of(options.text(CHECKPOINT_FOLDER)),
                Instant.parse(options.text(LAUNCHED_AT)));
    }

    /** The command line that {@link #parse} turns into this plan. */
    public String[] toArguments() {
        return new String[] {
            WORKLOAD, workload.label(),
            VARIANT, variant.label(),
            SYSTEM, system,
            SECONDS, Integer.toString(seconds),
            CHECKPOINT_FOLDER, checkpointFolder.toString(),
            LAUNCHED_AT, launchedAt.toString()
        };
    }
}
