package dev.weir.operators.sink.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.harness.FakeSnapshot;
import dev.weir.testing.Seeds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;

/**
 * A job that writes lines, no two alike, through real files, while rounds fail, notices are lost or late, work is slow,
 * subtasks crash and come back at other parallelisms from the newest checkpoint or an older one that is still retained,
 * and crashed ones go on writing for a while. Always: no line shows twice or in part, and none that no completed checkpoint
 * holds. At the end: each line of the history that was restored last shows.
 */
class FileSinkWorldTest {

    private static final int STEPS = 160;
    private static final int RETAINED = 3;

    @TempDir
    private Path folder;

    @Seeds(40)
    void eachLineOfTheRestoredHistoryShowsOnceFromTheNewestCheckpoint(long seed) throws Exception {
        World world = new World(new Random(seed), folder, 1);
        world.run();
        assertThat(FolderReader.lines(folder)).containsExactlyInAnyOrderElementsOf(world.history);
        assertThat(FolderReader.hidden(folder)).isEmpty();
    }

    @Seeds(40)
    void eachLineOfTheRestoredHistoryShowsOnceFromAnOlderCheckpoint(long seed) throws Exception {
        World world = new World(new Random(seed), folder, RETAINED);
        world.run();
        assertThat(FolderReader.lines(folder)).containsAll(world.history);
        assertThat(FolderReader.hidden(folder)).isEmpty();
    }

    /** @param history all lines before the barrier */
    private record Checkpoint(long id, List<String> history, List<byte[]> state) {}

    private record Round(long id, List<String> history, List<FakeSnapshot> snapshots) {}

    private static final class World {
        private final Random random;
        private final Path folder;
        private final int retained;
        private final FileSink<String> sink;
        private final List<Checkpoint> checkpoints = new ArrayList<>();
        private final List<Round> rounds = new ArrayList<>();
        private final List<SinkSubtasks> zombies = new ArrayList<>();
        private final Set<String> everCompleted = new HashSet<>();
        private List<String> history = new ArrayList<>();
        private SinkSubtasks job;
        private long attempt = 1;
        private long lastId;
        private long lastGhostlyId = 1_000_000;
        private int lines;
        private long seconds;

        World(Random random, Path folder, int retained) throws Exception {
            this.random = random;
            this.folder = folder;
            this.retained = retained;
            this.sink = sink(random, folder);
            checkpoints.add(new Checkpoint(0, List.of(), List.of()));
            job = SinkSubtasks.open(sink, 1 + random.nextInt(4), attempt, List.of());
        }

        private static FileSink<String> sink(Random random, Path folder) {
            RollingPolicy across = RollingPolicy.DEFAULT.acrossCheckpoints();
            RollingPolicy rolling = switch (random.nextInt(5)) {
                case 0 -> RollingPolicy.DEFAULT;
                case 1 -> across;
                case 2 -> across.withSizeBytes(60);
                case 3 -> across.withAge(Duration.ofSeconds(40));
                default -> across.withInactivity(Duration.ofSeconds(15));
            };
            int buckets = 1 + random.nextInt(3);
            return FileSink.lines(folder)
                    .roll(rolling)
                    .whenCheckpointIsOlder(OlderCheckpoint.REPEAT)
                    .bucketBy((line, timestamp) -> buckets == 1 ? "" : "b" + line.hashCode() % buckets);
        }

        void run() throws Exception {
            for (int step = 0; step < STEPS; step++) {
                step();
                if (step % 8 == 0) {
                    checkWhatShows();
                }
            }
            endQuietly();
            checkWhatShows();
        }

        private void checkWhatShows() throws Exception {
            List<String> shown = FolderReader.lines(folder);
            assertThat(shown).doesNotHaveDuplicates();
            assertThat(everCompleted).containsAll(shown);
        }

        private void step() throws Exception {
            switch (random.nextInt(20)) {
                case 0, 1, 2, 3, 4, 5, 6 -> write();
                case 7, 8 -> trigger();
                case 9, 10, 11, 12 -> work();
                case 13, 14 -> settleRound();
                case 15, 16 -> announce();
                case 17 -> haunt();
                case 18 -> tick();
                default -> {
                    if (random.nextInt(2) == 0) {
                        crash();
                    }
                }
            }
        }

        private void write() throws Exception {
            int subtask = random.nextInt(job.parallelism());
            if (job.sink(subtask).isReady()) {
                String line = String.format("line-%06d-%s", lines++, "äöü".substring(random.nextInt(4)));
                history.add(line);
                job.write(subtask, line);
            }
        }

        private void trigger() throws Exception {
            long id = ++lastId;
            rounds.add(new Round(id, List.copyOf(history), job.trigger(id)));
        }

        private void work() throws Exception {
            int subtask = random.nextInt(job.parallelism());
            if (job.context(subtask).pendingCalls() > 0) {
                job.context(subtask).runOne();
            }
        }

        private void settleRound() throws Exception {
            if (rounds.isEmpty()) {
                return;
            }
            Round round = rounds.get(random.nextInt(rounds.size()));
            if (round.snapshots.stream().allMatch(FakeSnapshot::isDone) && random.nextInt(3) > 0) {
                complete(round);
            } else if (random.nextInt(3) == 0) {
                rounds.remove(round);
            }
        }

        private void complete(Round round) {
            checkpoints.add(new Checkpoint(round.id, round.history, SinkSubtasks.stateOf(round.snapshots)));
            everCompleted.addAll(round.history);
            rounds.removeIf(other -> other.id <= round.id);
            if (checkpoints.size() > retained) {
                checkpoints.remove(0);
            }
        }

        /** Some subtasks hear of a completed checkpoint, perhaps not of the newest. */
        private void announce() {
            Checkpoint checkpoint = checkpoints.get(random.nextInt(checkpoints.size()));
            for (int i = 0; i < job.parallelism(); i++) {
                if (random.nextInt(3) > 0) {
                    job.sink(i).onCheckpointComplete(checkpoint.id);
                }
            }
        }

        private void tick() {
            seconds += random.nextInt(20);
            job.setTime(Duration.ofSeconds(seconds));
        }

        /** What was thought dead writes, gets half way through a checkpoint, or finishes something. */
        private void haunt() throws Exception {
            if (zombies.isEmpty()) {
                return;
            }
            SinkSubtasks zombie = zombies.get(random.nextInt(zombies.size()));
            int subtask = random.nextInt(zombie.parallelism());
            if (zombie.sink(subtask).isReady()) {
                zombie.write(subtask, "written by a dead man");
                zombie.sink(subtask).snapshot(new FakeSnapshot(++lastGhostlyId));
            }
            while (zombie.context(subtask).pendingCalls() > 0 && random.nextInt(3) > 0) {
                zombie.context(subtask).runOne();
            }
        }

        private void crash() throws Exception {
            for (int i = 0; i < job.parallelism(); i++) {
                job.context(i).abandon();
            }
            zombies.add(job);
            rounds.clear();
            Checkpoint from = checkpoints.get(random.nextInt(checkpoints.size()));
            checkpoints.removeIf(other -> other.id > from.id);
            history = new ArrayList<>(from.history);
            job = SinkSubtasks.open(sink, 1 + random.nextInt(4), ++attempt, from.state);
            job.setTime(Duration.ofSeconds(seconds));
        }

        /** The dead stay dead, and one more attempt runs to its end. */
        private void endQuietly() throws Exception {
            crash();
            zombies.clear();
            job.runAll();
            for (int i = 0; i < job.parallelism(); i++) {
                String line = "last-" + i;
                history.add(line);
                job.write(i, line);
            }
            everCompleted.addAll(history);
            job.end(++lastId);
        }
    }
}
