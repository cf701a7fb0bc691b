package dev.weir.operators.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.harness.FakeContext;
import dev.weir.operators.harness.FakeSnapshot;
import dev.weir.operators.harness.RecordedOutput;
import dev.weir.testing.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A small job that writes numbered records through a two-phase commit sink, while rounds are aborted, notices are lost,
 * late, repeated and reordered, commits fail, flushes take their time, subtasks crash, restart at other parallelisms, and
 * crashed ones go on for a while. At the end every record is visible once.
 */
class TwoPhaseCommitWorldTest {

    private static final CommitRetries PATIENT = new CommitRetries(Duration.ZERO, Duration.ZERO, Integer.MAX_VALUE);
    private static final int STEPS = 400;

    @Seeds(300)
    void everyRecordIsVisibleOnceWhateverHappens(long seed) throws Exception {
        World world = new World(new Random(seed));
        for (int step = 0; step < STEPS; step++) {
            world.step();
            assertThat(world.outside.visible).doesNotHaveDuplicates();
            assertThat(world.outside.visible).allMatch(entry -> Integer.parseInt(entry) < world.completed.position);
        }

        world.endQuietly();

        List<String> all = IntStream.range(0, world.completed.position)
                .mapToObj(Integer::toString)
                .toList();
        assertThat(world.outside.visible).containsExactlyInAnyOrderElementsOf(all);
        assertThat(world.outside.prepared).isEmpty();
    }

    private record Subtask(FakeContext context, TwoPhaseCommitOperator<String, String> sink) {}

    private record Notice(Subtask to, long checkpointId) {}

    /** @param position the first record that isn't part of the checkpoint */
    private record Checkpoint(long id, int position, List<byte[]> tokens) {}

    private record Round(long id, int position, List<FakeSnapshot> snapshots) {}

    private static final class World {
        private final Random random;
        private final Outside outside = new Outside();
        private final List<Subtask> zombies = new ArrayList<>();
        private final List<Notice> notices = new ArrayList<>();
        private final List<Round> rounds = new ArrayList<>();
        private List<Subtask> subtasks = List.of();
        private Checkpoint completed = new Checkpoint(0, 0, List.of());
        private long attempt;
        private long lastId;
        private int position;
        private boolean isCalm;

        World(Random random) throws Exception {
            this.random = random;
            outside.isFlushedAtOnce = false;
            outside.commitFails = token -> !isCalm && random.nextInt(4) == 0;
            restart();
        }

        void step() throws Exception {
            switch (random.nextInt(20)) {
                case 0, 1, 2, 3, 4, 5 -> write(any(subtasks));
                case 6, 7 -> trigger();
                case 8, 9, 10 -> runOne(any(subtasks));
                case 11, 12, 13 -> flush();
                case 14, 15 -> settleRound();
                case 16, 17 -> deliverNotice();
                case 18 -> haunt();
                default -> {
                    if (random.nextInt(4) == 0) {
                        crash();
                    }
                }
            }
        }

        /** Nothing goes wrong any more: one more round completes, and everyone hears of it. */
        void endQuietly() throws Exception {
            isCalm = true;
            for (Subtask subtask : subtasks) {
                subtask.context.runAll();
                assertThat(subtask.sink.isReady()).isTrue();
                write(subtask);
            }
            trigger();
            while (!outside.unfinishedFlushes.isEmpty()) {
                flush();
            }
            complete(rounds.get(rounds.size() - 1));
            for (Subtask subtask : subtasks) {
                subtask.sink.onCheckpointComplete(completed.id);
                subtask.context.runAll();
                assertThat(subtask.sink.hasPendingCommits()).isFalse();
            }
        }

        private void write(Subtask subtask) throws Exception {
            if (subtask.sink.isReady()) {
                subtask.sink.process(Integer.toString(position++), 0);
            }
        }

        private void trigger() throws Exception {
            Round round = new Round(++lastId, position, new ArrayList<>());
            for (Subtask subtask : subtasks) {
                FakeSnapshot snapshot = new FakeSnapshot(round.id);
                subtask.sink.snapshot(snapshot);
                round.snapshots.add(snapshot);
            }
            rounds.add(round);
        }

        private void flush() {
            if (!outside.unfinishedFlushes.isEmpty()) {
                outside.unfinishedFlushes
                        .remove(random.nextInt(outside.unfinishedFlushes.size()))
                        .run();
            }
        }

        private void settleRound() throws Exception {
            if (rounds.isEmpty()) {
                return;
            }
            Round round = any(rounds);
            boolean isDone = round.snapshots.stream().allMatch(FakeSnapshot::isDone);
            if (isDone && random.nextInt(3) > 0) {
                complete(round);
            } else {
                rounds.remove(round);
                for (Subtask subtask : subtasks) {
                    subtask.sink.onCheckpointAborted(round.id);
                }
            }
        }

        private void complete(Round round) {
            List<byte[]> tokens = new ArrayList<>();
            round.snapshots.forEach(snapshot -> tokens.addAll(snapshot.elements(TwoPhaseCommitOperator.STATE)));
            completed = new Checkpoint(round.id, round.position, tokens);
            rounds.removeIf(other -> other.id <= round.id);
            subtasks.forEach(subtask -> notices.add(new Notice(subtask, round.id)));
        }

        private void deliverNotice() {
            if (notices.isEmpty()) {
                return;
            }
            Notice notice = notices.remove(random.nextInt(notices.size()));
            int times = random.nextInt(3);
            for (int i = 0; i < times; i++) {
                notice.to.sink.onCheckpointComplete(notice.checkpointId);
            }
        }

        /** A subtask that was thought dead does something. */
        private void haunt() throws Exception {
            if (zombies.isEmpty()) {
                return;
            }
            Subtask zombie = any(zombies);
            if (random.nextBoolean()) {
                runOne(zombie);
            } else if (zombie.sink.isReady()) {
                zombie.sink.process("-1", 0);
            }
        }

        private void crash() throws Exception {
            zombies.clear();
            zombies.addAll(subtasks);
            zombies.forEach(zombie -> zombie.context.abandon());
            notices.clear();
            rounds.clear();
            position = completed.position;
            restart();
        }

        private void restart() throws Exception {
            attempt++;
            int parallelism = 1 + random.nextInt(5);
            List<Subtask> started = new ArrayList<>();
            for (int i = 0; i < parallelism; i++) {
                Map<String, List<byte[]>> state = Map.of(TwoPhaseCommitOperator.STATE, completed.tokens);
                FakeContext context = new FakeContext("sink", i, parallelism, attempt, state);
                TwoPhaseCommitOperator<String, String> sink = new TwoPhaseCommitOperator<>(outside, PATIENT);
                sink.open(context, new RecordedOutput<>());
                started.add(new Subtask(context, sink));
            }
            subtasks = started;
        }

        private void runOne(Subtask subtask) throws Exception {
            if (subtask.context.pendingCalls() > 0) {
                subtask.context.runOne();
            }
        }

        private <E> E any(List<E> list) {
            return list.get(random.nextInt(list.size()));
        }
    }
}
