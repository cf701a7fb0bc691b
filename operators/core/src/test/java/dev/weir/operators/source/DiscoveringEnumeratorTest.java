package dev.weir.operators.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.engine.operator.AsyncHandler;
import dev.weir.engine.source.EnumeratorContext;
import dev.weir.engine.source.StateCodec;
import dev.weir.operators.source.SplitDiscovery.Found;
import dev.weir.operators.source.SplitDiscovery.Look;
import dev.weir.operators.source.SplitDiscovery.Occasion;
import dev.weir.testing.Seeds;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Splits that appear while a source runs are found, and each goes to one reader once, over restarts and rescales. */
class DiscoveringEnumeratorTest {

    private static final StateCodec<DiscoveredSplits<GeneratorSplit>> CODEC =
            DiscoveredSplits.codec(GeneratorSplit.CODEC);

    private final List<GeneratorSplit> there = new ArrayList<>();
    private final Set<String> gone = new TreeSet<>();
    private final List<Look> looks = new ArrayList<>();

    private static GeneratorSplit split(int number) {
        return new GeneratorSplit(number, 1_000, number);
    }

    private final class World implements EnumeratorContext<GeneratorSplit> {
        private final int parallelism;
        private final DiscoveringEnumerator<GeneratorSplit> enumerator;
        private final Map<Integer, List<String>> given = new TreeMap<>();
        private final List<Integer> toldNothing = new ArrayList<>();
        private @Nullable Callable<?> work;
        private @Nullable AsyncHandler<Object> handler;

        World(int parallelism, SplitAssignment assignment, byte @Nullable [] restored) throws Exception {
            this.parallelism = parallelism;
            DiscoveredSplits<GeneratorSplit> from =
                    restored == null ? DiscoveringEnumerator.startedAt(4_711) : CODEC.decode(restored);
            enumerator = new DiscoveringEnumerator<>(this, this::find, Duration.ofSeconds(1), assignment, from);
            enumerator.start();
        }

        World withReaders() {
            for (int reader = 0; reader < parallelism; reader++) {
                enumerator.onReader(reader);
            }
            return this;
        }

        private Found<GeneratorSplit> find(Look look) {
            looks.add(look);
            return new Found<>(there, gone);
        }

        World look() throws Exception {
            Object found = Objects.requireNonNull(work).call();
            Objects.requireNonNull(handler).onDone(found, null);
            return this;
        }

        void failedLook() throws Exception {
            Objects.requireNonNull(handler).onDone(null, new IOException("no answer"));
        }

        byte[] snapshot() throws IOException {
            return CODEC.encode(enumerator.snapshot(1));
        }

        List<String> allGiven() {
            List<String> all = new ArrayList<>();
            given.values().forEach(all::addAll);
            return all;
        }

        @Override
        public int parallelism() {
            return parallelism;
        }

        @Override
        public void assign(int subtaskIndex, List<GeneratorSplit> splits) {
            if (splits.isEmpty()) {
                toldNothing.add(subtaskIndex);
            }
            for (GeneratorSplit split : splits) {
                given.computeIfAbsent(subtaskIndex, any -> new ArrayList<>()).add(split.splitId());
            }
        }

        @Override
        public void noMoreSplits(int subtaskIndex) {
            throw new AssertionError("it looks without end");
        }

        @Override
        public <R> void callAsync(Callable<R> once, AsyncHandler<R> then) {
            throw new AssertionError("it looks again and again");
        }

        @Override
        @SuppressWarnings("unchecked") // the handler gets what its own work returned
        public <R> void callPeriodically(Duration period, Callable<R> again, AsyncHandler<R> then) {
            work = again;
            handler = (AsyncHandler<Object>) then;
        }
    }

    @Test
    void whatAppearsLaterIsFoundAndGivenOutOnce() throws Exception {
        there.addAll(List.of(split(1), split(2)));
        World world =
                new World(3, SplitAssignment.FEWEST_FIRST, null).withReaders().look();
        assertThat(world.given).isEqualTo(Map.of(0, List.of("1/1000"), 1, List.of("2/1000")));

        there.addAll(List.of(split(3), split(4), split(4)));
        world.look().look();

        assertThat(world.given)
                .isEqualTo(Map.of(0, List.of("1/1000", "4/1000"), 1, List.of("2/1000"), 2, List.of("3/1000")));
    }

    @Test
    void onlyWhatTheFirstLookFindsWasThereBeforeTheStart() throws Exception {
        World first = new World(1, SplitAssignment.BY_ID, null).withReaders();
        new World(1, SplitAssignment.BY_ID, first.snapshot())
                .withReaders()
                .look()
                .look();

        assertThat(looks).containsExactly(new Look(Occasion.FIRST, 4_711), new Look(Occasion.LATER, 4_711));

        byte[] snapshot = first.look().snapshot();
        new World(2, SplitAssignment.BY_ID, snapshot).withReaders().look();
        assertThat(looks.get(3)).isEqualTo(new Look(Occasion.LATER, 4_711));
    }

    @Test
    void splitsFoundAndNotDeliveredAreInTheSnapshotAndDeliveredOnceAfterIt() throws Exception {
        there.addAll(List.of(split(1), split(2), split(3)));
        World before = new World(3, SplitAssignment.BY_ID, null).look();
        assertThat(before.allGiven()).as("no reader is there yet").isEmpty();

        World after = new World(2, SplitAssignment.BY_ID, before.snapshot()).withReaders();
        after.look();

        assertThat(after.allGiven()).containsExactlyInAnyOrder("1/1000", "2/1000", "3/1000");
    }

    @Test
    void aReaderIsToldThatThereIsNothingForItOnlyWhenThatIsKnown() throws Exception {
        there.add(split(1));
        World world = new World(3, SplitAssignment.FEWEST_FIRST, null).withReaders();
        world.enumerator.onSplitRequest(2);
        assertThat(world.toldNothing).isEmpty();

        world.look();
        assertThat(world.toldNothing).containsExactly(1, 2);
        world.enumerator.onSplitRequest(0);
        assertThat(world.toldNothing).containsExactly(1, 2, 0);
    }

    @Test
    void returnedSplitsAreGivenOutAgain() throws Exception {
        there.add(split(1));
        World world =
                new World(3, SplitAssignment.FEWEST_FIRST, null).withReaders().look();

        world.enumerator.onSplitsReturned(List.of(new GeneratorSplit(1, 1_000, 5_001)), 0);
        world.look();

        assertThat(world.given).isEqualTo(Map.of(0, List.of("1/1000"), 1, List.of("1/1000")));
    }

    @Test
    void whatIsGoneIsForgottenButNotWhatIsStillToBeGivenOut() throws Exception {
        there.addAll(List.of(split(1), split(2)));
        World world = new World(2, SplitAssignment.BY_ID, null).look();
        there.clear();
        gone.addAll(List.of("1/1000", "2/1000"));
        world.look();
        assertThat(world.enumerator.snapshot(1).known()).containsExactly("1/1000", "2/1000");

        world.withReaders().look();

        assertThat(world.allGiven()).containsExactlyInAnyOrder("1/1000", "2/1000");
        assertThat(world.enumerator.snapshot(2).known()).isEmpty();
    }

    @Test
    void aLookThatFailsIsRepeatedAndTooManyInARowFailTheAttempt() throws Exception {
        there.add(split(1));
        World world = new World(1, SplitAssignment.BY_ID, null).withReaders();
        for (int round = 0; round < 3; round++) {
            for (int failure = 0; failure < 4; failure++) {
                world.failedLook();
                assertThatCode(world::snapshot).doesNotThrowAnyException();
            }
            world.look();
        }
        assertThat(world.allGiven()).containsExactly("1/1000");

        for (int failure = 0; failure < 4; failure++) {
            world.failedLook();
        }
        assertThatThrownBy(world::failedLook)
                .hasMessageContaining("may fail 4 times in a row: it has 5 times")
                .hasMessageContaining("no answer");
    }

    @Test
    void damagedStateIsRefused() {
        assertThatThrownBy(() -> CODEC.decode(new byte[] {9})).hasMessageContaining("split enumerator");
    }

    /** Splits appear, looks fail, the job restarts at other parallelisms from the last snapshot: none is lost or doubled. */
    @Seeds(300)
    void eachSplitIsHeldByExactlyOneReader(long seed) throws Exception {
        Random random = new Random(seed);
        SplitAssignment assignment = random.nextBoolean() ? SplitAssignment.BY_ID : SplitAssignment.FEWEST_FIRST;
        World world = new World(1 + random.nextInt(5), assignment, null);
        byte[] cut = world.snapshot();
        List<String> heldAtCut = List.of();
        List<String> restored = List.of();
        for (int step = 0; step < 100; step++) {
            switch (random.nextInt(8)) {
                case 0, 1 -> there.add(split(there.size()));
                case 2, 3 -> world.look();
                case 4 -> {
                    world.failedLook();
                    world.look();
                }
                case 5 -> world.withReaders();
                case 6 -> {
                    cut = world.snapshot();
                    heldAtCut = new ArrayList<>(restored);
                    heldAtCut.addAll(world.allGiven());
                }
                default -> {
                    world = new World(1 + random.nextInt(5), assignment, cut);
                    restored = heldAtCut;
                }
            }
            List<String> held = new ArrayList<>(restored);
            held.addAll(world.allGiven());
            assertThat(held).doesNotHaveDuplicates();
        }
        world.withReaders().look();
        List<String> held = new ArrayList<>(restored);
        held.addAll(world.allGiven());
        assertThat(held)
                .containsExactlyInAnyOrderElementsOf(
                        there.stream().map(GeneratorSplit::splitId).toList());
    }
}
