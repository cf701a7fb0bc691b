package dev.weir.samples.benchmarks;

import dev.weir.samples.benchmarks.RunOutcome.Verdict;
import dev.weir.samples.peers.common.RunPlan;
import dev.weir.samples.peers.common.UsageException;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The launcher's {@code main}: all runs in turn, one JSON line each, then the table of medians. */
public final class Benchmarks {

    private static final int WRONG_RUN_EXIT_CODE = 1;
    private static final int USAGE_EXIT_CODE = 2;

    private final Options options;
    private final Map<BenchSystem, PeerProcess> peers = new EnumMap<>(BenchSystem.class);

    private Benchmarks(Options options, PeerFolders folders) {
        this.options = options;
        options.systems().forEach(system -> peers.put(system, new PeerProcess(folders.jarOf(system))));
    }

    /** See {@code --help}. */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (Arrays.asList(args).contains("--help")) {
            System.out.println(Options.usage());
            return;
        }
        try {
            Benchmarks benchmarks = new Benchmarks(Options.parse(args), PeerFolders.besideLauncher());
            System.exit(benchmarks.runAll());
        } catch (UsageException e) {
            System.err.println(e.getMessage() + "; --help shows all options");
            System.exit(USAGE_EXIT_CODE);
        }
    }

    private int runAll() throws IOException, InterruptedException {
        List<RunOutcome> outcomes = new ArrayList<>();
        for (RunKey key : RunKey.interleaved(options)) {
            RunOutcome outcome = run(key);
            System.out.println(outcome.toJson());
            outcomes.add(outcome);
        }
        System.err.print(ComparisonTable.of(options, outcomes));
        boolean isAnyWrong = outcomes.stream().anyMatch(outcome -> outcome.verdict() == Verdict.WRONG);
        return isAnyWrong ? WRONG_RUN_EXIT_CODE : 0;
    }

    private RunOutcome run(RunKey key) throws IOException, InterruptedException {
        PeerProcess peer = peers.get(key.system());
        if (peer == null) {
            throw new IllegalStateException("a run is of a chosen system: " + key.system());
        }
        try (ScratchFolder scratch = new ScratchFolder()) {
            RunPlan plan = new RunPlan(
                    key.workload(),
                    key.variant(),
                    key.system().toString(),
                    options.secondsOf(key.workload()),
                    scratch.create("checkpoints"),
                    Instant.now());
            return peer.run(key, plan);
        }
    }
}
