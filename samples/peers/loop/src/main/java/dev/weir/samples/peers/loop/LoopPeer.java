package dev.weir.samples.peers.loop;

import dev.weir.samples.peers.common.Meter;
import dev.weir.samples.peers.common.PeerMain;
import dev.weir.samples.peers.common.RunPlan;
import dev.weir.samples.peers.common.UsageException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The loop as a benchmarked system. It has no checkpoints and no string keys: it shows what the processor could do, not
 * what a stream processor must.
 */
public final class LoopPeer {

    private LoopPeer() {}

    /** Started by the launcher; see {@link RunPlan}. */
    public static void main(String[] args) {
        PeerMain.run(args, LoopPeer::runJob);
    }

    private static void runJob(RunPlan plan, Meter meter) throws Exception {
        if (plan.variant().hasStringKeys()) {
            throw new UsageException("the loop sums by long keys only: variant=" + plan.variant());
        }
        Channel there = new Channel();
        Channel back = new Channel();
        List<Callable<Object>> workers = List.of(
                Executors.callable(worker(0, plan, meter, there, back)),
                Executors.callable(worker(1, plan, meter, back, there)));
        ExecutorService threads = Executors.newFixedThreadPool(workers.size());
        try {
            for (Future<Object> finished : threads.invokeAll(workers)) {
                finished.get();
            }
        } finally {
            threads.shutdown();
        }
    }

    private static LoopWorker worker(int index, RunPlan plan, Meter meter, Channel outbound, Channel inbound) {
        return switch (plan.workload().job()) {
            case KEYED_SUM -> new KeyedSumWorker(index, plan, meter, outbound, inbound);
            case WINDOW_SUM -> new WindowSumWorker(index, plan, meter, outbound, inbound);
            case SHUFFLE -> new ShuffleWorker(index, plan, meter, outbound, inbound);
            case PACED_SUM, SLOW_SUM -> throw new UsageException("the loop has throughput only: " + plan.workload());
        };
    }
}
