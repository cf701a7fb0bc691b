package dev.weir.operators.window;

import dev.weir.engine.graph.Partitioning;
import dev.weir.engine.graph.Partitioning.KeyExtractor;
import dev.weir.operators.harness.OperatorHarness;
import dev.weir.operators.harness.OperatorHarness.Place;
import dev.weir.operators.harness.OperatorHarness.Snapshot;
import dev.weir.operators.window.ShuffleSender.Element;
import dev.weir.operators.window.ShuffleSender.Position;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Senders, receivers and the channels between them, in one thread: channels are read in any order, barriers are aligned, and
 * now and then everything is lost but the last checkpoint, and goes on from it at another parallelism, with the operators
 * that aggregate before or without.
 */
final class ShuffleWorld {

    private static final int MAX_PARALLELISM = 7;

    /** What a whole run said. */
    record Outcome(List<String> said, long late, long recordsSaved) {}

    private record Checkpoint(List<Position> positions, List<Snapshot> snapshots, List<String> said, long late) {}

    private final Random random;
    private final List<SenderScript> scripts;
    private final WindowCase windowCase;
    private final KeyExtractor keys;
    private List<ShuffleSender> senders = List.of();
    private List<ShuffleReceiver> receivers = List.of();
    private List<Position> positionsAtBarrier = List.of();
    private List<String> saidBefore = List.of();
    private long lateBefore;
    private long savedBefore;
    private long barrier;
    private @Nullable Checkpoint completed;

    ShuffleWorld(Random random, List<SenderScript> scripts, WindowCase windowCase) {
        this.random = random;
        this.scripts = scripts;
        this.windowCase = windowCase;
        this.keys = ((Partitioning.Keyed) WindowOperators.keyedPartials(windowCase.keys())).key();
    }

    /** Runs the scripts to their end. */
    Outcome run() throws Exception {
        start();
        while (!isDone()) {
            int choice = random.nextInt(300);
            if (choice == 0) {
                start();
            } else if (choice < 6) {
                checkpoint();
            } else if (choice < 120) {
                stepOne();
            } else {
                deliverOne();
            }
        }
        List<String> said = new ArrayList<>(saidBefore);
        receivers.forEach(receiver -> said.addAll(receiver.said()));
        if (receivers.stream().anyMatch(receiver -> receiver.left() != 0)) {
            throw new AssertionError("windows that have fired leave nothing behind");
        }
        return new Outcome(
                said.stream().sorted().toList(),
                lateBefore + receivers.stream().mapToLong(ShuffleReceiver::late).sum(),
                savedBefore + saved());
    }

    private long saved() {
        return senders.stream().mapToLong(ShuffleSender::recordsSaved).sum();
    }

    private boolean isDone() {
        return senders.stream()
                .allMatch(
                        sender -> sender.hasEnded() && sender.channels.stream().allMatch(Deque::isEmpty));
    }

    private void start() throws Exception {
        Checkpoint from = completed;
        savedBefore += saved();
        int count = 2 + random.nextInt(2);
        positionsAtBarrier = List.of();
        saidBefore = from == null ? List.of() : from.said();
        lateBefore = from == null ? 0 : from.late();
        List<ShuffleSender> started = new ArrayList<>();
        for (int i = 0; i < scripts.size(); i++) {
            Position position = from == null ? Position.START : from.positions().get(i);
            started.add(new ShuffleSender(
                    scripts.get(i), windowCase.before(random), keys, count, MAX_PARALLELISM, position));
        }
        senders = started;
        List<ShuffleReceiver> fresh = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Place place = new Place(i, count, MAX_PARALLELISM);
            OperatorHarness<Object, String> harness = from == null
                    ? OperatorHarness.open(windowCase.windows(), this::keyOf, place)
                    : OperatorHarness.restore(windowCase.windows(), this::keyOf, place, from.snapshots());
            fresh.add(new ShuffleReceiver(harness, scripts.size()));
        }
        receivers = fresh;
    }

    private Object keyOf(Object record) {
        return ShuffleSender.keyOf(keys, record);
    }

    /** One checkpoint at a time; none once a sender has ended, which an engine would allow. */
    private void checkpoint() throws Exception {
        if (!positionsAtBarrier.isEmpty() || senders.stream().anyMatch(ShuffleSender::hasEnded)) {
            return;
        }
        barrier++;
        for (ShuffleSender sender : senders) {
            sender.barrier(barrier);
        }
        positionsAtBarrier = senders.stream().map(ShuffleSender::position).toList();
    }

    private void stepOne() throws Exception {
        ShuffleSender sender = senders.get(random.nextInt(senders.size()));
        if (!sender.hasEnded()) {
            sender.step();
        }
    }

    private void deliverOne() throws Exception {
        int from = random.nextInt(senders.size());
        int to = random.nextInt(receivers.size());
        Element element = receivers.get(to).isBlocked(from)
                ? null
                : senders.get(from).channels.get(to).poll();
        if (element != null) {
            receivers.get(to).take(from, element);
            completeIfCut();
        }
    }

    private void completeIfCut() {
        boolean all = !positionsAtBarrier.isEmpty()
                && receivers.stream()
                        .allMatch(receiver ->
                                receiver.cut() != null && receiver.cut().id() == barrier);
        if (!all) {
            return;
        }
        List<Snapshot> snapshots = new ArrayList<>();
        List<String> said = new ArrayList<>(saidBefore);
        long late = lateBefore;
        for (ShuffleReceiver receiver : receivers) {
            ShuffleReceiver.Cut cut = Objects.requireNonNull(receiver.cut());
            snapshots.add(cut.snapshot());
            said.addAll(cut.said());
            late += cut.late();
        }
        completed = new Checkpoint(positionsAtBarrier, snapshots, said, late);
        positionsAtBarrier = List.of();
    }
}
