package dev.weir.samples.benchmarks;

import dev.weir.samples.peers.common.Labels;
import dev.weir.samples.peers.common.OptionMap;
import dev.weir.samples.peers.common.RunPlan;
import dev.weir.samples.peers.common.UsageException;
import dev.weir.samples.peers.common.Variant;
import dev.weir.samples.peers.common.Workload;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What to measure, as given on the command line. Invariant: no list but that of variants is empty, none names anything
 * twice, every system has every workload and variant, and every workload has every variant.
 *
 * @param workloads the workloads
 * @param systems the systems, in the order in which they take turns
 * @param variants the variants of each workload; empty for the workload's own choice
 * @param seconds for how long the sources of each measured job emit; empty for the workload's own choice
 * @param runs how often each combination is measured
 */
record Options(
        List<Workload> workloads, List<BenchSystem> systems, List<Variant> variants, OptionalInt seconds, int runs) {

    private static final String WORKLOAD = "--workload";
    private static final String SYSTEMS = "--systems";
    private static final String VARIANT = "--variant";
    private static final String SECONDS = "--seconds";
    private static final String RUNS = "--runs";
    private static final Set<String> NAMES = new TreeSet<>(Set.of(WORKLOAD, SYSTEMS, VARIANT, SECONDS, RUNS));
    private static final int DEFAULT_RUNS = 3;
    private static final int MAX_RUNS = 1000;

    Options {
        workloads = List.copyOf(workloads);
        systems = List.copyOf(systems);
        variants = List.copyOf(variants);
        for (BenchSystem system : systems) {
            refuseFirst(system, workloads.stream().filter(workload -> !system.supports(workload)), WORKLOAD);
            refuseFirst(system, variants.stream().filter(variant -> !system.supports(variant)), VARIANT);
        }
        for (Workload workload : workloads) {
            refuseFirst(workload, variants.stream().filter(variant -> !workload.supports(variant)), VARIANT);
        }
    }

    private static void refuseFirst(Object owner, Stream<?> lacking, String option) {
        lacking.findFirst().ifPresent(missing -> {
            throw new UsageException(owner + " has no " + option.substring(2) + " " + missing + "; choose another "
                    + option + ", or measure without " + owner);
        });
    }

    /** The variants of a workload that are measured. */
    List<Variant> variantsOf(Workload workload) {
        return variants.isEmpty() ? workload.defaultVariants() : variants;
    }

    /** For how long the sources of a workload's job emit. */
    int secondsOf(Workload workload) {
        return seconds.orElse(workload.defaultSeconds());
    }

    /**
     * Reads the command line.
     *
     * @throws UsageException when it can't be obeyed
     */
    static Options parse(String[] args) {
        OptionMap options = OptionMap.parse(args, NAMES);
        return new Options(
                listOf(Workload.class, WORKLOAD, options.text(WORKLOAD, Workload.W1A.label())),
                listOf(BenchSystem.class, SYSTEMS, options.text(SYSTEMS, Labels.allOf(BenchSystem.class, ","))),
                options.has(VARIANT) ? listOf(Variant.class, VARIANT, options.text(VARIANT)) : List.of(),
                options.has(SECONDS)
                        ? OptionalInt.of(options.positive(SECONDS, 1, RunPlan.MAX_SECONDS))
                        : OptionalInt.empty(),
                options.positive(RUNS, DEFAULT_RUNS, MAX_RUNS));
    }

    private static <E extends Enum<E>> List<E> listOf(Class<E> type, String option, String names) {
        Set<E> found = new LinkedHashSet<>();
        Arrays.stream(names.split(",", -1))
                .map(name -> Labels.find(type, option, name))
                .forEach(found::add);
        return List.copyOf(found);
    }

    static String usage() {
        return """
                Measures Weir beside its peers, each run in a JVM of its own, the systems taking turns.

                  java -jar benchmarks.jar [--workload LIST] [--systems LIST] [--variant LIST] [--seconds N] [--runs N]

                  --workload  %s (default %s)
                  --systems   %s (default all)
                  --variant   %s
                              (default %s; backpressure: %s; soak: %s)
                  --seconds   how long the sources of each measured job emit (default %d; backpressure: %d; soak: %d)
                  --runs      how often each combination is measured (default %d)

                LIST is names with commas between. JSON lines go to standard output, a table of medians to standard error.
                Exit codes: 0 done, 1 a run failed or its checksum is wrong, 2 usage.""".formatted(
                        Labels.allOf(Workload.class, ", "),
                        Workload.W1A,
                        Labels.allOf(BenchSystem.class, ", "),
                        Labels.allOf(Variant.class, ", "),
                        Variant.STATE,
                        labels(Workload.BACKPRESSURE.defaultVariants()),
                        labels(Workload.SOAK.defaultVariants()),
                        Workload.W1A.defaultSeconds(),
                        Workload.BACKPRESSURE.defaultSeconds(),
                        Workload.SOAK.defaultSeconds(),
                        DEFAULT_RUNS);
    }

    private static String labels(List<Variant> variants) {
        return variants.stream().map(Variant::label).collect(Collectors.joining(", "));
    }
}
