package dev.weir.operators.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.job.JobResult;
import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.settings.CheckpointSettings;
import dev.weir.engine.settings.CheckpointSettings.Cut;
import dev.weir.engine.settings.JobSettings;
import dev.weir.engine.settings.RestartSettings;
import dev.weir.operators.StreamJob;
import dev.weir.operators.function.Collector;
import dev.weir.operators.function.RuntimeContext;
import dev.weir.operators.process.ProcessFunction;
import dev.weir.operators.sink.CollectedResults;
import dev.weir.snapshot.state.ListState;
import dev.weir.snapshot.state.ListStateDescriptor;
import dev.weir.snapshot.state.MapState;
import dev.weir.snapshot.state.MapStateDescriptor;
import dev.weir.snapshot.state.UnionListState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** State that belongs to no key in running jobs: through crashes, roll-backs in place, and other parallelisms. */
class OperatorStateJobTest {

    private static final int RECORDS = 9_000;

    /** So many results are waited for in each run. */
    private static final int PORTION = 600;

    /** The record of an attempt at which a function throws while it is to. */
    private static final int CRASHES_AT = 60;

    /** A function holds fewer records than this. */
    private static final int MOST_HELD = 10;

    @TempDir
    private Path storage;

    private final CollectedResults<Long> results = new CollectedResults<>();
    private final AtomicInteger crashesLeft = new AtomicInteger();
    private final AtomicBoolean isLastRun = new AtomicBoolean();

    /** What the functions held when their input had ended. */
    private final List<Long> heldAtTheEnd = new CopyOnWriteArrayList<>();

    /** By run: the ids that all subtasks were shown at the restore. */
    private final Set<List<String>> shown = ConcurrentHashMap.newKeySet();

    /** Holds records until there are ten, and throws now and then while it is to. */
    private final class Holding extends ProcessFunction<Long, Long> {

        private @Nullable ListState<Long> held;
        private @Nullable UnionListState<String> members;
        private int seen;

        @Override
        public void open(RuntimeContext context) {
            held = context.listState(ListStateDescriptor.of("held", Long.class));
            members = context.unionListState(ListStateDescriptor.of("members", String.class));
            shown.add(members.restored());
            members.update(List.of("member " + context.subtaskIndex() + " of " + context.parallelism()));
        }

        @Override
        public void processElement(Long number, Context context, Collector<Long> out) {
            ListState<Long> state = Objects.requireNonNull(held);
            state.add(number);
            List<Long> all = new ArrayList<>();
            state.get().forEach(all::add);
            if (all.size() >= MOST_HELD) {
                all.forEach(out::collect);
                state.clear();
            }
            if (++seen == CRASHES_AT && crashesLeft.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new IllegalStateException("crash " + number);
            }
        }

        @Override
        public void finish() {
            Objects.requireNonNull(held).get().forEach(heldAtTheEnd::add);
        }
    }

    private StreamJob job() {
        return (env, args) -> env.source(
                        "numbers", new TricklingSource(RECORDS, isLastRun::get, TricklingSource.Places.NONE))
                .rebalance()
                .process("holding", new Holding())
                .collect("results", results);
    }

    private JobSettings settings(Cut cut, long inPlaceBytes) {
        JobSettings settings = Jobs.settings("held").withStorage(storage.toUri().toString());
        return settings.withMaxParallelism(7)
                .withCheckpoint(CheckpointSettings.DEFAULT
                        .withInterval(Duration.ofMillis(20))
                        .withCut(cut))
                .withRestart(new RestartSettings.FixedDelay(20, Duration.ZERO))
                .withTask(Jobs.task(7, Duration.ofSeconds(30)).withInPlaceMemory(inPlaceBytes));
    }

    @ParameterizedTest
    @ValueSource(longs = {100_000_000, 0})
    void eachRecordIsHeldOnceThroughCrashesAndAtEachParallelism(long inPlaceBytes) throws Exception {
        throughCrashesAndParallelisms(settings(Cut.ALIGNED, inPlaceBytes));
    }

    @Test
    void unalignedEachRecordIsHeldOnceAsWell() throws Exception {
        throughCrashesAndParallelisms(settings(Cut.UNALIGNED, 0));
    }

    private void throughCrashesAndParallelisms(JobSettings settings) throws Exception {
        StreamJob job = job();
        for (int parallelism : new int[] {3, 2, 5}) {
            crashesLeft.set(2);
            try (LocalWeir weir = LocalWeir.start()) {
                JobSettings next = settings.withParallelism(parallelism);
                JobHandle running = parallelism == 3 ? Jobs.start(weir, next, job) : Jobs.goOn(weir, next, job);
                results.await(results.size() + PORTION, Jobs.PATIENCE);
                Jobs.cancel(running);
            }
            assertThat(crashesLeft).hasValue(0);
        }
        isLastRun.set(true);
        shown.clear();
        try (LocalWeir weir = LocalWeir.start()) {
            JobResult result = Jobs.finish(Jobs.goOn(weir, settings.withParallelism(4), job));
            assertThat(result.restarts()).isZero();
        }
        List<Long> all = new ArrayList<>(results.list());
        all.addAll(heldAtTheEnd);
        assertThat(all)
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, RECORDS).boxed().toList());
        assertThat(shown)
                .containsExactly(IntStream.range(0, 5)
                        .mapToObj(index -> "member " + index + " of 5")
                        .toList());
    }

    /** Keeps each rule, and emits how many this subtask knows. */
    private static final class Rules extends ProcessFunction<String, String> {

        private @Nullable MapState<String, Integer> rules;
        private int index;

        @Override
        public void open(RuntimeContext context) {
            rules = context.broadcastState(MapStateDescriptor.of("rules", String.class, Integer.class));
            index = context.subtaskIndex();
        }

        @Override
        public void processElement(String rule, Context context, Collector<String> out) {
            MapState<String, Integer> known = Objects.requireNonNull(rules);
            known.put(rule, known.size());
            out.collect(index + " knows " + new TreeSet<>(ruleNames(known)));
        }

        private static List<String> ruleNames(MapState<String, Integer> known) {
            List<String> names = new ArrayList<>();
            known.keys().forEach(names::add);
            return names;
        }
    }

    @Test
    void allSubtasksKnowTheBroadcastRulesAtEachParallelism() throws Exception {
        HandSource<String> source = new HandSource<>();
        CollectedResults<String> told = new CollectedResults<>();
        StreamJob job = (env, args) -> env.source("rules", source)
                .broadcast()
                .process("known", new Rules())
                .collect("told", told);
        JobSettings settings =
                Jobs.settings("rules").withStorage(storage.toUri().toString());
        List<String> expected = new ArrayList<>();
        List<String> rules = new ArrayList<>();
        boolean isFirst = true;
        for (int parallelism : new int[] {3, 2, 5}) {
            String rule = "rule " + parallelism;
            rules.add(rule);
            source.add(rule);
            for (int index = 0; index < parallelism; index++) {
                expected.add(index + " knows " + new TreeSet<>(rules));
            }
            try (LocalWeir weir = LocalWeir.start()) {
                JobSettings next = settings.withParallelism(parallelism);
                JobHandle running = isFirst ? Jobs.start(weir, next, job) : Jobs.goOn(weir, next, job);
                told.await(expected.size(), Jobs.PATIENCE);
                Jobs.cancel(running);
            }
            isFirst = false;
        }
        assertThat(told.list()).containsExactlyInAnyOrderElementsOf(expected);
    }
}
