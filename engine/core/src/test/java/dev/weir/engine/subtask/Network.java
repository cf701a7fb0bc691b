package dev.weir.engine.subtask;

import dev.weir.engine.element.Element;
import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.plan.ExecutionPlan;
import dev.weir.engine.plan.Planner;
import dev.weir.engine.protocol.Fence;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.protocol.SubtaskOrder;
import dev.weir.engine.protocol.SubtaskReport;
import dev.weir.engine.settings.JobSettings;
import dev.weir.snapshot.format.SubtaskSnapshot;
import dev.weir.snapshot.restore.RestoredSubtask;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * All subtasks of a job in one thread, in an order that a seed chooses: messages keep their order between two subtasks
 * and nowhere else.
 */
final class Network {

    static final Fence FENCE = new Fence(1, 1);

    private record Link(SubtaskId from, SubtaskId to) {}

    final ExecutionPlan plan;
    private final Random random;
    private final Map<SubtaskId, Cell> cells = new TreeMap<>();
    private final Map<Link, ArrayDeque<Runnable>> links = new LinkedHashMap<>();
    private long nanos;

    /** Credit that waits to be given; null where it isn't withheld. */
    private @Nullable List<Runnable> withheld;

    Network(
            NetworkProgram.Shape shape,
            JobSettings settings,
            Random random,
            @Nullable Map<SubtaskId, RestoredSubtask> restored) {
        this.random = random;
        this.plan = Planner.plan(NetworkProgram.graph(shape), settings, Map.of());
        for (SubtaskId id : plan.subtasks()) {
            RestoredSubtask own = restored == null ? null : restored.get(id);
            SubtaskSpec spec = new SubtaskSpec(plan, id, FENCE, settings, "lineage", own);
            Cell cell = new Cell(id);
            cell.subtask = new Subtask(spec, NetworkProgram.graph(shape), cell, new VirtualClock());
            cells.put(id, cell);
        }
        cells.values().forEach(cell -> cell.subtask().open());
        cells.values().forEach(cell -> cell.subtask().onOrder(new SubtaskOrder.Go(FENCE)));
    }

    void assign(SubtaskId source, List<PartitionedNumbers.Partition> partitions) {
        cell(source).subtask().onOrder(new SubtaskOrder.AssignSplits(FENCE, partitions));
    }

    void noMoreSplits() {
        sources().forEach(source -> cell(source).subtask().onOrder(new SubtaskOrder.NoMoreSplits(FENCE)));
    }

    void trigger(long checkpointId, SnapshotKind kind) {
        sources()
                .forEach(source ->
                        cell(source).subtask().onOrder(new SubtaskOrder.Trigger(FENCE, checkpointId, 0, kind)));
    }

    void abort(long checkpointId) {
        cells.values().forEach(cell -> cell.subtask().onOrder(new SubtaskOrder.Aborted(FENCE, checkpointId, "a test")));
    }

    List<SubtaskId> sources() {
        return plan.subtasks().stream()
                .filter(id -> plan.chain(id.chain()).isSource())
                .toList();
    }

    void withholdCredit() {
        withheld = new ArrayList<>();
    }

    void giveCredit() {
        List<Runnable> grants = Objects.requireNonNull(withheld);
        withheld = null;
        grants.forEach(Runnable::run);
    }

    /** One event: a message arrives, or a subtask runs. */
    void step() {
        nanos += random.nextInt(200_000);
        List<ArrayDeque<Runnable>> busy =
                links.values().stream().filter(link -> !link.isEmpty()).toList();
        List<Cell> wanting =
                cells.values().stream().filter(cell -> cell.wantsSlice(nanos)).toList();
        int choice = random.nextInt(Math.max(1, busy.size() + wanting.size()));
        if (choice < busy.size()) {
            busy.get(choice).removeFirst().run();
        } else if (choice < busy.size() + wanting.size()) {
            wanting.get(choice - busy.size()).run();
        }
        cells.values().forEach(Cell::requireLive);
    }

    /** Steps until everything has ended. */
    void runToTheEnd() {
        for (int i = 0; i < 200_000; i++) {
            if (cells.values().stream().allMatch(cell -> cell.drained)) {
                return;
            }
            step();
        }
        throw new AssertionError("it ends: " + cells.values());
    }

    /** Steps until a checkpoint is complete. */
    Map<SubtaskId, SubtaskSnapshot> complete(long checkpointId) {
        for (int i = 0; i < 100_000; i++) {
            Map<SubtaskId, SubtaskSnapshot> done = written(checkpointId);
            if (done.size() == cells.size()) {
                return done;
            }
            step();
        }
        throw new AssertionError("checkpoint " + checkpointId + " completes: " + cells.values());
    }

    Map<SubtaskId, SubtaskSnapshot> written(long checkpointId) {
        Map<SubtaskId, SubtaskSnapshot> done = new TreeMap<>();
        for (Cell cell : cells.values()) {
            PendingSnapshot pending = cell.snapshots.get(checkpointId);
            if (pending != null && pending.content().toCompletableFuture().isDone()) {
                done.put(cell.id, pending.content().toCompletableFuture().join());
            }
        }
        return done;
    }

    boolean isHeld(SubtaskId id) {
        return cell(id).subtask().meter().read(nanos).traffic().heldBatches() > 0;
    }

    private Cell cell(SubtaskId id) {
        Cell cell = cells.get(id);
        if (cell == null) {
            throw new AssertionError("no subtask " + id);
        }
        return cell;
    }

    private void send(SubtaskId from, SubtaskId to, Runnable message) {
        links.computeIfAbsent(new Link(from, to), link -> new ArrayDeque<>()).add(message);
    }

    private final class VirtualClock implements TaskClock {
        @Override
        public long nanoTime() {
            nanos += random.nextInt(300_000);
            return nanos;
        }

        @Override
        public long currentTimeMillis() {
            return nanos / 1_000_000;
        }
    }

    private final class Cell implements Outbox {
        private final SubtaskId id;
        private final Map<Long, PendingSnapshot> snapshots = new TreeMap<>();
        private final List<SubtaskReport.Failed> failures = new ArrayList<>();
        private @Nullable Subtask subtask;
        private boolean sliceRequested;
        private boolean drained;
        private long wakeAtNanos = Long.MAX_VALUE;

        Cell(SubtaskId id) {
            this.id = id;
        }

        Subtask subtask() {
            if (subtask == null) {
                throw new AssertionError("created first: " + id);
            }
            return subtask;
        }

        boolean wantsSlice(long now) {
            return sliceRequested || now >= wakeAtNanos;
        }

        void run() {
            sliceRequested = false;
            wakeAtNanos = Long.MAX_VALUE;
            subtask().run();
        }

        void requireLive() {
            if (!failures.isEmpty()) {
                throw new AssertionError(
                        "subtask " + id + " failed", failures.get(0).cause());
            }
        }

        @Override
        public void send(SubtaskId receiver, int channelAtReceiver, Element element) {
            Network.this.send(id, receiver, () -> cell(receiver).subtask().arrive(channelAtReceiver, element));
        }

        @Override
        public void grant(SubtaskId sender, int edge, long upTo) {
            Runnable grant = () ->
                    Network.this.send(id, sender, () -> cell(sender).subtask().onGrant(edge, id.index(), upTo));
            if (withheld == null) {
                grant.run();
            } else {
                withheld.add(grant);
            }
        }

        @Override
        public void requestSlice() {
            sliceRequested = true;
        }

        @Override
        public void wakeAt(long nanoTime) {
            wakeAtNanos = nanoTime;
        }

        @Override
        public void writeSnapshot(PendingSnapshot snapshot) {
            snapshots.put(snapshot.target().checkpointId(), snapshot);
        }

        @Override
        public void runAsync(long token, Duration delay, Callable<?> work) {
            throw new AssertionError("nobody works outside");
        }

        @Override
        public void report(SubtaskReport report) {
            drained |= report instanceof SubtaskReport.Drained;
            if (report instanceof SubtaskReport.Failed failed) {
                failures.add(failed);
            }
        }

        @Override
        public void warnOfSlowSlice(String operators, long slow) {
            // time is virtual
        }

        @Override
        public void wakeSource() {
            throw new AssertionError("readers are never woken");
        }

        @Override
        public String toString() {
            return id + (drained ? " drained" : " " + subtask().meter().read(nanos));
        }
    }
}
