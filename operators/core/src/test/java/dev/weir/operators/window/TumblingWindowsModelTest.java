package dev.weir.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.operator.Timestamps;
import dev.weir.operators.function.Collector;
import dev.weir.operators.harness.OperatorHarness;
import dev.weir.operators.harness.OperatorHarness.Place;
import dev.weir.operators.harness.OperatorHarness.Snapshot;
import dev.weir.snapshot.state.AggregateFunction;
import dev.weir.snapshot.state.TypeHint;
import dev.weir.testing.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Windows against brute force: records out of order, watermarks that differ between subtasks, restores in the middle, and
 * key groups that move from two subtasks to three and back.
 */
class TumblingWindowsModelTest {

    private static final int MAX_PARALLELISM = 7;
    private static final List<String> KEYS = List.of("ant", "bee", "cow", "dog", "eel", "fox");

    @Seeds(300)
    void windowsSayWhatBruteForceSays(long seed) throws Exception {
        new Run(seed).run();
    }

    private static final class Run {
        private final Random random;
        private final long size;
        private final long offset;
        private final long lateness;
        private final int kind;
        private final Map<String, WindowModel> models = new TreeMap<>();
        private List<OperatorHarness<Vote, String>> subtasks = new ArrayList<>();
        private long lateBeforeRestore;
        private long now;

        Run(long seed) {
            random = new Random(seed);
            size = 1L + random.nextInt(20);
            offset = random.nextInt((int) (2 * size - 1)) - (size - 1);
            lateness = random.nextBoolean() ? 0 : random.nextInt(50);
            kind = (int) (seed % 4);
            KEYS.forEach(key -> models.put(key, new WindowModel(size, offset, lateness)));
            now = random.nextInt(200) - 100L;
        }

        void run() throws Exception {
            start(2, List.of());
            for (int step = 0; step < 300; step++) {
                int choice = random.nextInt(100);
                if (choice < 80) {
                    record();
                } else if (choice < 97) {
                    advance(subtasks.get(random.nextInt(subtasks.size())));
                } else {
                    restore(subtasks.size() == 2 && random.nextBoolean() ? 3 : 2);
                }
            }
            for (OperatorHarness<Vote, String> subtask : subtasks) {
                advanceTo(subtask, Timestamps.MAX - 1_000);
                assertThat(subtask.entries()).isZero();
                assertThat(subtask.timersSet()).isZero();
            }
            long late = models.values().stream().mapToLong(WindowModel::late).sum();
            assertThat(lateBeforeRestore + lateNow()).isEqualTo(late);
        }

        private WindowModel model(String key) {
            return Objects.requireNonNull(models.get(key));
        }

        private void record() throws Exception {
            now += random.nextInt(3);
            String key = KEYS.get(random.nextInt(KEYS.size()));
            Vote vote = new Vote(key, 1 + random.nextInt(9), now - random.nextInt(40));
            OperatorHarness<Vote, String> subtask = ownerOf(key);
            Tumbling.feed(subtask, vote);
            assertThat(subtask.take()).isEqualTo(model(key).add(vote, subtask.currentWatermark()));
        }

        private void advance(OperatorHarness<Vote, String> subtask) throws Exception {
            long behind = now - random.nextInt(25);
            if (behind > subtask.currentWatermark()) {
                advanceTo(subtask, behind);
            }
        }

        private void advanceTo(OperatorHarness<Vote, String> subtask, long watermark) throws Exception {
            subtask.watermark(watermark);
            Map<String, List<String>> said = new LinkedHashMap<>();
            subtask.take()
                    .forEach(text -> said.computeIfAbsent(text.substring(0, 3), any -> new ArrayList<>())
                            .add(text));
            for (String key : KEYS) {
                if (ownerOf(key) == subtask) {
                    List<String> expected = model(key).advance(key, watermark);
                    assertThat(said.getOrDefault(key, List.of())).isEqualTo(expected);
                    said.remove(key);
                }
            }
            assertThat(said).isEmpty();
        }

        private void restore(int parallelism) throws Exception {
            lateBeforeRestore += lateNow();
            List<Snapshot> snapshots = new ArrayList<>();
            for (OperatorHarness<Vote, String> subtask : subtasks) {
                snapshots.add(subtask.snapshot());
            }
            start(parallelism, snapshots);
            long open = models.values().stream().mapToLong(WindowModel::open).sum();
            assertThat(subtasks.stream().mapToLong(OperatorHarness::entries).sum())
                    .isEqualTo(open);
        }

        private long lateNow() {
            return subtasks.stream()
                    .mapToLong(subtask -> subtask.count(WindowOperator.LATE_RECORDS_DROPPED))
                    .sum();
        }

        private void start(int parallelism, List<Snapshot> snapshots) throws Exception {
            List<OperatorHarness<Vote, String>> started = new ArrayList<>();
            for (int i = 0; i < parallelism; i++) {
                Place place = new Place(i, parallelism, MAX_PARALLELISM);
                started.add(
                        snapshots.isEmpty()
                                ? OperatorHarness.open(operator(), Vote::key, place)
                                : OperatorHarness.restore(operator(), Vote::key, place, snapshots));
            }
            subtasks = started;
        }

        private OperatorHarness<Vote, String> ownerOf(String key) {
            int owner = IntStream.range(0, subtasks.size())
                    .filter(i -> new Place(i, subtasks.size(), MAX_PARALLELISM).owns(key))
                    .findFirst()
                    .orElseThrow();
            return subtasks.get(owner);
        }

        private WindowOperator<Vote, ?, String> operator() {
            TumblingEventTimeWindows windows =
                    TumblingEventTimeWindows.of(Duration.ofMillis(size), Duration.ofMillis(offset));
            WindowOperators<Vote> operators = new WindowOperators<>(windows, new Lateness<>(lateness, null));
            return switch (kind) {
                case 0 -> operators.sum(Vote::value, Run::say);
                case 1 -> operators.aggregate(new Sum(), TypeHint.of(Long.class), Run::say);
                case 2 ->
                    operators.reduce(
                            (left, right) -> new Vote(left.key(), left.value() + right.value(), 0),
                            TypeHint.of(Vote.class),
                            (String key, TimeWindow window, Vote sum) -> say(key, window, sum.value()));
                default ->
                    operators.process(
                            (String key,
                                    ProcessWindowFunction.Context context,
                                    Iterable<Vote> votes,
                                    Collector<String> out) -> {
                                long sum = 0;
                                for (Vote vote : votes) {
                                    sum += vote.value();
                                }
                                out.collect(say(key, context.window(), sum));
                            },
                            TypeHint.of(Vote.class));
            };
        }

        private static String say(String key, TimeWindow window, long sum) {
            return key + " " + window + "=" + sum;
        }
    }

    private static final class Sum implements AggregateFunction<Vote, Long, Long> {
        @Override
        public Long createAccumulator() {
            return 0L;
        }

        @Override
        public Long add(Vote vote, Long sum) {
            return sum + vote.value();
        }

        @Override
        public Long getResult(Long sum) {
            return sum;
        }

        @Override
        public Long merge(Long left, Long right) {
            return left + right;
        }
    }
}
