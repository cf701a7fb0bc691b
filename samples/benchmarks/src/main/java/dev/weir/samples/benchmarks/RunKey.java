package dev.weir.samples.benchmarks;

import dev.weir.samples.peers.common.Variant;
import dev.weir.samples.peers.common.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One run among those that were asked for.
 *
 * @param run its number, from 1
 */
record RunKey(Workload workload, Variant variant, BenchSystem system, int run) {

    /**
     * All runs in the order they are made: the first of everything, then the second of everything. A machine drifts
     * within an hour; so each system meets the same drift.
     */
    static List<RunKey> interleaved(Options options) {
        return IntStream.rangeClosed(1, options.runs())
                .mapToObj(run -> round(options, run))
                .flatMap(List::stream)
                .toList();
    }

    private static List<RunKey> round(Options options, int run) {
        List<RunKey> keys = new ArrayList<>();
        for (Workload workload : options.workloads()) {
            for (Variant variant : options.variantsOf(workload)) {
                for (BenchSystem system : options.systems()) {
                    keys.add(new RunKey(workload, variant, system, run));
                }
            }
        }
        return keys;
    }
}
