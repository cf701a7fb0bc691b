package dev.weir.engine.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.graph.Edge;
import dev.weir.engine.graph.JobArguments;
import dev.weir.engine.graph.JobGraph;
import dev.weir.engine.graph.JobProgram;
import dev.weir.engine.graph.Node;
import dev.weir.engine.graph.Partitioning;
import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.SingleInputOperator;
import dev.weir.engine.operator.SnapshotContext;
import dev.weir.engine.settings.CheckpointSettings;
import dev.weir.engine.settings.JobSettings;
import dev.weir.snapshot.format.OperatorStateBlock.Redistribution;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** State in union redistribution over restarts at other parallelisms: seen whole by each, and no larger for it. */
class CaseH05UnionStateTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** What each subtask of the current attempt was given on restore, by index. */
    private final Map<Integer, List<String>> seen = new ConcurrentSkipListMap<>();

    /** How many elements the subtasks of the current attempt wrote into their newest checkpoint. */
    private final Map<Integer, Integer> written = new ConcurrentSkipListMap<>();

    private final List<String> executed = Collections.synchronizedList(new ArrayList<>());
    private final LocalWeir weir = LocalWeir.start();
    private volatile boolean isFree;

    @AfterEach
    void close() {
        weir.close();
    }

    @Test
    void eachOfThreeSubtasksSeesOnceWhatTwoHeld() throws Exception {
        run("contract", 2, new StartFrom.Fresh(), index -> List.of(index == 0 ? "a" : "b"));

        run("contract", 3, new StartFrom.Latest(), index -> List.of());

        assertThat(seen).isEqualTo(Map.of(0, List.of("a", "b"), 1, List.of("a", "b"), 2, List.of("a", "b")));
    }

    @Test
    void workThatIsPendingOverFiveRestartsIsHeldOnceAndDoneOnce() throws Exception {
        run("pending", 1, new StartFrom.Fresh(), index -> List.of("K"));
        for (int parallelism : new int[] {2, 2, 3, 2}) {
            run("pending", parallelism, new StartFrom.Latest(), index -> List.of());

            assertThat(seen.values()).hasSize(parallelism).allMatch(List.of("K")::equals);
            assertThat(written.values().stream().mapToInt(Integer::intValue).sum())
                    .isEqualTo(1);
        }
        assertThat(executed).isEmpty();
        isFree = true;
        run("pending", 3, new StartFrom.Latest(), index -> List.of());
        run("pending", 2, new StartFrom.Latest(), index -> List.of());

        assertThat(executed).containsExactly("K");
        assertThat(seen.values()).containsExactly(List.of(), List.of());
    }

    /** What a subtask begins with where nothing is restored. */
    private interface First {
        List<String> of(int index);
    }

    /** Runs until two checkpoints are complete: the second was cut when everything was open. */
    private void run(String jobId, int parallelism, StartFrom from, First first) throws Exception {
        seen.clear();
        written.clear();
        JobHandle job = weir.submit(program(parallelism, first), JobArguments.none(), settings(jobId), from);
        Awaitility.await().atMost(PATIENCE).until(() -> written.size() == parallelism);
        long cut = lastCheckpoint(job);
        Awaitility.await().atMost(PATIENCE).until(() -> lastCheckpoint(job) > cut + 1);
        job.cancel();
        job.await(PATIENCE);
    }

    private static long lastCheckpoint(JobHandle job) {
        return job.status().lastCheckpoint().map(last -> last.checkpointId()).orElse(0L);
    }

    private static JobSettings settings(String jobId) {
        return JobSettings.defaults(jobId, 3)
                .withMaxParallelism(7)
                .withCheckpoint(CheckpointSettings.DEFAULT.withInterval(Duration.ofMillis(20)));
    }

    private JobProgram program(int parallelism, First first) {
        CountingJob numbers = new CountingJob(Long.MAX_VALUE / 2, CountingJob.FailsOnce.NO);
        return (arguments, defaultParallelism) -> {
            Node source = numbers.build(arguments, 1).nodes().get(0);
            Node pending = new Node(
                    1,
                    "pending",
                    "pending",
                    new Node.OperatorBody(() -> new Pending(first)),
                    parallelism,
                    0,
                    null,
                    CountingJob.NAMED);
            return new JobGraph(
                    "pending",
                    List.of(source, pending),
                    List.of(new Edge(0, 1, 0, new Partitioning.Rebalance(), null)));
        };
    }

    /**
     * Keeps work as an operator with union state should: each is answered for by one subtask, whatever the parallelism,
     * and only that one writes it back.
     */
    private final class Pending extends SingleInputOperator<Object, Object> {

        private final First first;
        private final List<String> own = new ArrayList<>();
        private int index;

        Pending(First first) {
            this.first = first;
        }

        @Override
        public void open(OperatorContext context, Output<Object> output) {
            index = context.subtaskIndex();
            if (!context.isRestored()) {
                own.addAll(first.of(index));
            }
            List<String> restored = new ArrayList<>();
            for (byte[] element : context.restoredState("pending")) {
                String work = new String(element, StandardCharsets.UTF_8);
                restored.add(work);
                if (Math.floorMod(work.hashCode(), context.parallelism()) == index) {
                    own.add(work);
                }
            }
            seen.put(index, restored);
        }

        @Override
        public void process(Object record, long timestamp) {
            if (isFree) {
                executed.addAll(own);
                own.clear();
            }
        }

        @Override
        public void snapshot(SnapshotContext snapshot) {
            snapshot.put(
                    "pending",
                    Redistribution.UNION,
                    own.stream()
                            .map(work -> work.getBytes(StandardCharsets.UTF_8))
                            .toList());
            written.put(index, own.size());
        }
    }
}
