package dev.weir.operators.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.operator.SingleInputOperator;
import dev.weir.engine.operator.SnapshotKind;
import dev.weir.operators.harness.FakeContext;
import dev.weir.operators.harness.FakeSnapshot;
import dev.weir.operators.harness.RecordedOutput;
import dev.weir.snapshot.format.OperatorStateBlock.Redistribution;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * A small job that writes numbered records of a few keys through a sink, while rounds are aborted, savepoints are taken,
 * notices are lost, late, repeated and reordered, subtasks crash, restart at other parallelisms, and crashed ones go on for
 * a while. The outside world is the test's: what fails there, it says.
 */
final class SinkWorld {

    static final int KEYS = 5;

    private record Subtask(FakeContext context, SingleInputOperator<String, Object> sink) {}

    private record Notice(Subtask to, long checkpointId) {}

    /**
     * A completed checkpoint.
     *
     * @param position the first record that isn't part of it
     * @param state the elements of each subtask
     */
    record Checkpoint(long id, int position, Redistribution redistribution, List<List<byte[]>> state) {}

    private record Round(long id, SnapshotKind kind, int position, List<FakeSnapshot> snapshots) {}

    private final Random random;
    private final Supplier<SingleInputOperator<String, Object>> sinks;
    private final String stateName;
    private final List<Subtask> zombies = new ArrayList<>();
    private final List<Notice> notices = new ArrayList<>();
    private final List<Round> rounds = new ArrayList<>();
    private List<Subtask> subtasks = List.of();
    private Checkpoint completed = new Checkpoint(0, 0, Redistribution.UNION, List.of());
    private long attempt;
    private long lastId;
    private int position;
    private Runnable onCompleted = () -> {};

    SinkWorld(Random random, String stateName, Supplier<SingleInputOperator<String, Object>> sinks) throws Exception {
        this.random = random;
        this.sinks = sinks;
        this.stateName = stateName;
        restart();
    }

    /** Runs when a checkpoint has been completed, before anyone hears of it. */
    void onCompleted(Runnable check) {
        onCompleted = check;
    }

    static String keyOf(String element) {
        return element.substring(0, element.indexOf(' '));
    }

    static int numberOf(String element) {
        return Integer.parseInt(element.substring(element.indexOf(' ') + 1));
    }

    private static String element(int number) {
        return "k" + number * 7 / 3 % KEYS + " " + number;
    }

    /** What a run without failures would have written by the last completed checkpoint. */
    List<String> reference() {
        return IntStream.range(0, completed.position)
                .mapToObj(SinkWorld::element)
                .toList();
    }

    /** The first record that no completed checkpoint holds. */
    int completedPosition() {
        return completed.position;
    }

    void step() throws Exception {
        switch (random.nextInt(20)) {
            case 0, 1, 2, 3, 4, 5 -> write();
            case 6, 7 -> trigger(random.nextInt(8) == 0 ? SnapshotKind.SAVEPOINT : SnapshotKind.CHECKPOINT);
            case 8, 9, 10, 11, 12 -> runOne(any(subtasks));
            case 13, 14, 15 -> settleRound();
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
        runAll();
        for (int i = 0; i < 10; i++) {
            write();
            runAll();
        }
        trigger(SnapshotKind.CHECKPOINT);
        runAll();
        complete(rounds.get(rounds.size() - 1));
        for (Subtask subtask : subtasks) {
            subtask.sink.onCheckpointComplete(completed.id);
            subtask.context.runAll();
            assertThat(subtask.sink.hasPendingCommits()).isFalse();
            subtask.sink.close();
        }
        for (Subtask zombie : zombies) {
            zombie.context.runAll();
        }
    }

    private void runAll() throws Exception {
        for (Subtask subtask : subtasks) {
            subtask.context.runAll();
            assertThat(subtask.sink.isReady()).isTrue();
        }
    }

    /** The next record, to the subtask of its key; it waits where that isn't ready. */
    private void write() throws Exception {
        String element = element(position);
        Subtask subtask = subtasks.get(keyOf(element).charAt(1) % subtasks.size());
        if (subtask.sink.isReady()) {
            subtask.sink.process(element, 0);
            position++;
        }
    }

    private void trigger(SnapshotKind kind) throws Exception {
        Round round = new Round(++lastId, kind, position, new ArrayList<>());
        for (Subtask subtask : subtasks) {
            FakeSnapshot snapshot = new FakeSnapshot(round.id, kind);
            subtask.sink.snapshot(snapshot);
            round.snapshots.add(snapshot);
        }
        rounds.add(round);
    }

    private void settleRound() throws Exception {
        if (rounds.isEmpty()) {
            return;
        }
        Round round = any(rounds);
        boolean isDone = round.snapshots.stream().allMatch(FakeSnapshot::isDone);
        if (isDone && round.kind == SnapshotKind.SAVEPOINT) {
            rounds.remove(round);
        } else if (isDone && random.nextInt(3) > 0) {
            complete(round);
        } else {
            rounds.remove(round);
            for (Subtask subtask : subtasks) {
                subtask.sink.onCheckpointAborted(round.id);
            }
        }
    }

    private void complete(Round round) {
        List<List<byte[]>> state = new ArrayList<>();
        Redistribution redistribution = Redistribution.UNION;
        for (FakeSnapshot snapshot : round.snapshots) {
            state.add(snapshot.elements(stateName));
            redistribution = snapshot.redistribution(stateName).orElse(redistribution);
        }
        completed = new Checkpoint(round.id, round.position, redistribution, state);
        rounds.removeIf(other -> other.id <= round.id);
        subtasks.forEach(subtask -> notices.add(new Notice(subtask, round.id)));
        onCompleted.run();
    }

    private void deliverNotice() throws Exception {
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
            zombie.sink.process(element(position), 0);
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
        int parallelism = random.nextInt(3) == 0 && attempt > 1 ? subtasks.size() : 1 + random.nextInt(5);
        List<Subtask> started = new ArrayList<>();
        for (int i = 0; i < parallelism; i++) {
            Map<String, List<byte[]>> state = Map.of(stateName, dealtTo(i, parallelism));
            FakeContext context = new FakeContext("sink", i, parallelism, attempt, state);
            SingleInputOperator<String, Object> sink = sinks.get();
            sink.open(context, new RecordedOutput<>());
            started.add(new Subtask(context, sink));
        }
        subtasks = started;
    }

    private List<byte[]> dealtTo(int index, int parallelism) {
        List<byte[]> all = completed.state.stream().flatMap(List::stream).toList();
        if (completed.redistribution == Redistribution.UNION) {
            return all;
        }
        if (parallelism == completed.state.size()) {
            return completed.state.get(index);
        }
        return all.subList(all.size() * index / parallelism, all.size() * (index + 1) / parallelism);
    }

    private void runOne(Subtask subtask) throws Exception {
        int waiting = subtask.context.pendingCalls();
        if (waiting > 0) {
            subtask.context.runOne(random.nextInt(waiting));
        }
    }

    private <E> E any(List<E> list) {
        return list.get(random.nextInt(list.size()));
    }
}
