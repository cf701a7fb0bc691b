package dev.weir.engine.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.checkpoint.CheckpointRounds;
import dev.weir.engine.checkpoint.Moment;
import dev.weir.engine.checkpoint.RoundContent;
import dev.weir.engine.checkpoint.RoundEffect;
import dev.weir.engine.checkpoint.RoundRequest;
import dev.weir.engine.checkpoint.RoundTimer;
import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.plan.ExecutionPlan;
import dev.weir.engine.protocol.Fence;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.protocol.SubtaskReport.SnapshotFigures;
import dev.weir.engine.settings.CheckpointSettings;
import dev.weir.engine.settings.StateSettings.Incremental;
import dev.weir.engine.subtask.PendingSnapshot;
import dev.weir.engine.worker.SnapshotBases;
import dev.weir.snapshot.format.CheckpointFolders;
import dev.weir.snapshot.format.OperatorSnapshot;
import dev.weir.snapshot.format.SnapshotTarget;
import dev.weir.snapshot.format.SubtaskSnapshot;
import dev.weir.snapshot.format.SubtaskStateHandle;
import dev.weir.snapshot.restore.RestoredSubtask;
import dev.weir.snapshot.storage.CheckpointStorage;
import dev.weir.snapshot.storage.Ownership;
import dev.weir.snapshot.storage.PublishOutcome;
import dev.weir.snapshot.storage.SavepointFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The checkpoint rounds of a job on some storage, without threads: the real decisions, the real writers, and subtasks whose
 * state changes at random. After each step it can be told exactly which files must be there.
 */
final class RoundsOnStorage {

    private static final String JOB = "job";
    private static final ExecutionPlan PLAN = TestPlans.threeToTwo();
    private static final int SUM = 1;
    private static final SubtaskSnapshot SOURCE =
            new SubtaskSnapshot(List.of(new OperatorSnapshot("numbers", null, Map.of(), 0, false)));

    private final BreakableStorage storage;
    private final ReachableFiles files;
    private final Path local;
    private final Random random;
    private final CheckpointSettings settings;

    private final Map<Long, Map<SubtaskId, Map<Long, Long>>> written = new HashMap<>();
    private final Set<String> strays = new HashSet<>();
    private final Map<Long, SavepointFolder> published = new TreeMap<>();

    /** What a process that dies takes with it. */
    private Life process;

    private List<Long> retained = List.of();
    private long nanos;
    private long attempts;
    private long requests;

    private record LateAck(Fence fence, SubtaskId subtask, long checkpointId, SubtaskStateHandle handle) {}

    /** A round that is open: what is still to be written, and what has been. */
    private static final class OpenRound {
        private final RoundEffect.Trigger trigger;
        private final Deque<SubtaskId> unwritten = new ArrayDeque<>(PLAN.subtasks());
        private final List<SubtaskStateHandle> parts = new ArrayList<>();

        OpenRound(RoundEffect.Trigger trigger) {
            this.trigger = trigger;
        }
    }

    private final class Life {
        private final RunOnStorage run;
        private final SnapshotBases bases = new SnapshotBases(Incremental.ON);
        private final CheckpointRounds rounds;
        private final Map<SubtaskId, KeyedParts> states = new HashMap<>();
        private final Map<Long, OpenRound> open = new TreeMap<>();
        private final List<LateAck> late = new ArrayList<>();
        private Fence fence;

        Life(RunOnStorage.Start start) throws IOException {
            run = new RunOnStorage(storage, JOB, PLAN, settings, start, name -> new KeyedParts.Backend(local));
            retained = run.retained();
            rounds = new CheckpointRounds(settings, Duration.ofSeconds(30), retained, run.base());
            fence = new Fence(run.epoch(), ++attempts);
        }
    }

    RoundsOnStorage(CheckpointStorage storage, Path local, long seed) throws IOException {
        this.storage = new BreakableStorage(storage);
        this.files = new ReachableFiles(storage, JOB);
        this.local = local;
        this.random = new Random(seed);
        this.settings = CheckpointSettings.DEFAULT
                .withInterval(Duration.ofSeconds(1))
                .withTimeout(Duration.ofSeconds(20))
                .withMaxConcurrent(1 + random.nextInt(3))
                .withRetained(1 + random.nextInt(3))
                .withTolerableFailures(1_000_000)
                .withInlineThreshold(random.nextInt(3) * 150);
        this.process = new Life(RunOnStorage.Start.FRESH);
        begin();
    }

    private Moment now() {
        return new Moment(nanos, nanos / 1_000_000);
    }

    /** The attempt restores what it starts from, and runs. */
    private void begin() throws IOException {
        Map<SubtaskId, Map<Long, Long>> expected = process.run
                .restored()
                .map(source -> written.get(source.manifest().checkpointId()))
                .orElse(Map.of());
        for (SubtaskId subtask : PLAN.subtasks()) {
            if (subtask.chain() == SUM) {
                KeyedParts state =
                        process.run.restored().isPresent() ? read(subtask) : KeyedParts.empty(subtask, local);
                assertThat(state.content()).isEqualTo(expected.getOrDefault(subtask, Map.of()));
                process.states.put(subtask, state);
            }
        }
        perform(process.rounds.onRunning(process.fence, Set.copyOf(PLAN.subtasks()), Set.of(), now()));
    }

    private KeyedParts read(SubtaskId subtask) throws IOException {
        long id = process.run.restored().orElseThrow().manifest().checkpointId();
        JobArchive.Restore restore = process.run.archive().restore(id);
        return restored(subtask, restore);
    }

    private KeyedParts restored(SubtaskId subtask, JobArchive.Restore restore) throws IOException {
        RestoredSubtask state = process.run
                .files()
                .read(
                        restore.plan().orElseThrow().slice(subtask.chain(), subtask.index()),
                        process.fence.attempt(),
                        () -> 0);
        if (restore.version().orElseThrow().lineage().equals(process.run.lineage())) {
            process.bases.restored(subtask, state);
        }
        return KeyedParts.restored(subtask, local, state);
    }

    /** One random thing happens. */
    void step() throws IOException {
        int what = random.nextInt(100);
        if (what < 25) {
            change();
        } else if (what < 52) {
            pass(Duration.ofMillis(random.nextInt(1500)));
            writeAPart();
        } else if (what < 62) {
            withdrawn();
        } else if (what < 68) {
            pass(Duration.ofMillis(500));
            perform(process.rounds.onTimer(new RoundTimer.NextRound(), now()));
        } else if (what < 74) {
            acknowledgeLate();
        } else if (what < 79) {
            expire();
        } else if (what < 85) {
            request();
        } else if (what < 90) {
            failAttempt();
        } else if (what < 95) {
            crash(RunOnStorage.Start.LATEST);
        } else {
            rareStart();
        }
    }

    private void pass(Duration time) throws IOException {
        nanos += time.toNanos();
        perform(process.rounds.onTimer(new RoundTimer.NextRound(), now()));
    }

    private void change() {
        for (KeyedParts state : process.states.values()) {
            state.change(random);
        }
    }

    private @Nullable OpenRound anyOpen() {
        List<OpenRound> open = new ArrayList<>(process.open.values());
        return open.isEmpty() ? null : open.get(random.nextInt(open.size()));
    }

    /** A subtask writes its part, and acknowledges it at once or much later. */
    private void writeAPart() throws IOException {
        OpenRound round = anyOpen();
        while (round != null && !round.unwritten.isEmpty()) {
            SubtaskId subtask = round.unwritten.removeFirst();
            SubtaskStateHandle handle = write(round, subtask);
            round.parts.add(handle);
            long id = round.trigger.checkpointId();
            if (random.nextInt(12) == 0) {
                process.late.add(new LateAck(process.fence, subtask, id, handle));
            } else {
                perform(process.rounds.onAcknowledged(process.fence, subtask, id, handle, SnapshotFigures.NONE, now()));
            }
            if (random.nextInt(4) == 0) {
                return;
            }
        }
    }

    private SubtaskStateHandle write(OpenRound round, SubtaskId subtask) throws IOException {
        RoundEffect.Trigger trigger = round.trigger;
        KeyedParts state = process.states.get(subtask);
        SubtaskSnapshot content = state == null ? SOURCE : state.freeze(trigger.checkpointId());
        if (state != null) {
            written.computeIfAbsent(trigger.checkpointId(), added -> new HashMap<>())
                    .put(subtask, state.content());
        }
        SnapshotTarget target = new SnapshotTarget(
                trigger.checkpointId(),
                process.fence.epoch(),
                process.fence.attempt(),
                subtask.chain(),
                subtask.index(),
                PLAN.chain(subtask.chain()).parallelism(),
                PLAN.chain(subtask.chain()).maxParallelism());
        PendingSnapshot pending = new PendingSnapshot(
                target,
                trigger.kind(),
                CompletableFuture.completedFuture(content),
                trigger.baseId(),
                () -> SnapshotFigures.NONE);
        return process.bases.write(process.run.files(), subtask, pending, content);
    }

    /** A subtask's disk is full. */
    private void withdrawn() throws IOException {
        OpenRound round = anyOpen();
        if (round == null || round.unwritten.isEmpty() || random.nextBoolean()) {
            return;
        }
        SubtaskId subtask = round.unwritten.removeFirst();
        storage.breakAfter(random.nextInt(3));
        try {
            round.parts.add(write(round, subtask));
        } catch (IOException full) {
            storage.mend();
            perform(process.rounds.onDeclined(
                    process.fence, subtask, round.trigger.checkpointId(), String.valueOf(full), now()));
        } finally {
            storage.mend();
        }
    }

    private void acknowledgeLate() throws IOException {
        if (!process.late.isEmpty()) {
            LateAck ack = process.late.remove(random.nextInt(process.late.size()));
            perform(process.rounds.onAcknowledged(
                    ack.fence, ack.subtask, ack.checkpointId, ack.handle, SnapshotFigures.NONE, now()));
        }
    }

    private void expire() throws IOException {
        OpenRound round = anyOpen();
        if (round != null) {
            List<SubtaskId> slow = List.copyOf(round.unwritten);
            perform(process.rounds.onTimer(new RoundTimer.Timeout(round.trigger.checkpointId()), now()));
            if (!slow.isEmpty() && !process.open.containsKey(round.trigger.checkpointId()) && random.nextBoolean()) {
                writeTooLate(round, slow.get(0));
            }
        }
    }

    /** A writer is slower than the removal of its round's files. */
    private void writeTooLate(OpenRound round, SubtaskId subtask) throws IOException {
        SubtaskStateHandle handle = write(round, subtask);
        process.late.add(new LateAck(process.fence, subtask, round.trigger.checkpointId(), handle));
        handle.ownFiles().forEach(file -> strays.add(place(round.trigger.checkpointId(), file)));
    }

    private void request() throws IOException {
        SnapshotKind kind = random.nextInt(3) == 0 ? SnapshotKind.CHECKPOINT : SnapshotKind.SAVEPOINT;
        perform(process.rounds.onRequested(new RoundRequest(++requests, kind), now()));
    }

    private void failAttempt() throws IOException {
        perform(process.rounds.onAttemptEnded("a test", now()));
        if (!process.rounds.isSettled()) {
            return;
        }
        process.fence = new Fence(process.fence.epoch(), ++attempts);
        Optional<Long> newest = process.rounds.lastCompleted().map(round -> round.checkpointId());
        for (Map.Entry<SubtaskId, KeyedParts> state : process.states.entrySet()) {
            SubtaskId subtask = state.getKey();
            if (newest.isPresent()) {
                JobArchive.Restore restore = process.run.archive().restore(newest.get());
                boolean inPlace = random.nextBoolean() && state.getValue().canRollBackTo(newest.get());
                KeyedParts rolledBack =
                        inPlace ? state.getValue().rolledBackTo(newest.get()) : restored(subtask, restore);
                assertThat(rolledBack.content())
                        .isEqualTo(Objects.requireNonNull(written.get(newest.get()))
                                .get(subtask));
                state.setValue(rolledBack);
            } else {
                state.setValue(process.run.restored().isPresent() ? read(subtask) : KeyedParts.empty(subtask, local));
            }
        }
        perform(process.rounds.onRunning(process.fence, Set.copyOf(PLAN.subtasks()), Set.of(), now()));
    }

    /**
     * The process is gone, and another goes on. What it had written of a savepoint stays in the savepoint's folder: that is
     * somewhere a person named, where nothing is looked for.
     */
    private void crash(RunOnStorage.Start start) throws IOException {
        strays.removeIf(file -> file.startsWith(JOB + "/"));
        for (OpenRound round : process.open.values()) {
            if (round.trigger.kind().isSavepoint()) {
                long id = round.trigger.checkpointId();
                round.parts.forEach(part -> part.ownFiles().forEach(file -> strays.add(place(id, file))));
            }
        }
        process = new Life(start);
        begin();
    }

    private void rareStart() throws IOException {
        if (random.nextInt(3) == 0) {
            perform(process.rounds.onAttemptEnded("canceled", now()));
            process.run.store().dropCheckpoints();
            retained = List.of();
            crash(RunOnStorage.Start.FRESH);
            return;
        }
        List<Long> ids = new ArrayList<>(published.keySet());
        if (ids.isEmpty()) {
            return;
        }
        SavepointFolder from = Objects.requireNonNull(published.get(ids.get(random.nextInt(ids.size()))));
        crash(RunOnStorage.Start.from(from, random.nextBoolean() ? Ownership.CLAIM : Ownership.NO_CLAIM));
    }

    private void perform(List<RoundEffect> effects) throws IOException {
        for (RoundEffect effect : effects) {
            perform(effect);
        }
    }

    private void perform(RoundEffect effect) throws IOException {
        if (effect instanceof RoundEffect.ReserveIds reserve) {
            long first = process.run.store().reserveIds(reserve.count());
            perform(process.rounds.onIdsReserved(first, reserve.count(), now()));
        } else if (effect instanceof RoundEffect.Trigger trigger) {
            trigger(trigger);
        } else if (effect instanceof RoundEffect.Publish publish) {
            publish(publish);
        } else if (effect instanceof RoundEffect.TellCompleted completed) {
            PLAN.subtasks().forEach(subtask -> process.bases.completed(subtask, completed.checkpointId()));
            process.states.values().forEach(state -> state.completed(completed.checkpointId()));
        } else if (effect instanceof RoundEffect.TellAborted aborted) {
            process.open.remove(aborted.checkpointId());
            if (random.nextBoolean()) {
                PLAN.subtasks().forEach(subtask -> process.bases.aborted(subtask, aborted.checkpointId()));
            }
        } else if (effect instanceof RoundEffect.DeleteUnpublished delete) {
            delete(delete.checkpointId());
        } else if (effect instanceof RoundEffect.DeleteCheckpoint delete) {
            delete(delete.checkpointId());
        } else if (effect instanceof RoundEffect.DiscardSavepoint discard) {
            process.run.archive().discardSavepoint(discard.checkpointId());
            published.remove(discard.checkpointId());
        }
    }

    private void trigger(RoundEffect.Trigger trigger) throws IOException {
        if (trigger.kind().isSavepoint()) {
            process.run.savepoints().begin(JOB, trigger.checkpointId(), "memory:/", storage);
        }
        process.open.put(trigger.checkpointId(), new OpenRound(trigger));
        perform(process.rounds.onEnumerators(trigger.fence(), trigger.checkpointId(), Map.of(), now()));
    }

    private void publish(RoundEffect.Publish publish) throws IOException {
        RoundContent content = publish.content();
        long id = content.checkpointId();
        PublishOutcome outcome;
        if (random.nextInt(10) == 0) {
            outcome = PublishOutcome.NOT_PUBLISHED;
        } else {
            outcome = process.run.archive().publish(content);
            assertThat(outcome).isEqualTo(PublishOutcome.PUBLISHED);
            process.open.remove(id);
            if (content.kind().isSavepoint()) {
                published.put(id, process.run.savepoints().folder(id).orElseThrow());
            } else {
                retained = publish.retained();
            }
        }
        perform(process.rounds.onPublishOutcome(id, outcome, "a test", now()));
        if (outcome == PublishOutcome.PUBLISHED && !content.kind().isSavepoint()) {
            List<String> claimed = process.run.store().claimedSavepoints().stream()
                    .map(each -> each.uri())
                    .toList();
            process.run.archive().removeClaimed();
            published.values().removeIf(folder -> claimed.contains(folder.uri()));
        }
    }

    private void delete(long checkpointId) throws IOException {
        process.open.remove(checkpointId);
        process.run.archive().delete(checkpointId);
        String checkpoint = CheckpointFolders.join(JOB, CheckpointFolders.name(checkpointId)) + "/";
        Optional<String> savepoint =
                process.run.savepoints().folder(checkpointId).map(SavepointFolder::name);
        strays.removeIf(file ->
                file.startsWith(checkpoint) || (savepoint.isPresent() && file.startsWith(savepoint.get() + "/")));
    }

    /** Where a file that a handle names is in the storage. */
    private String place(long checkpointId, String file) {
        String own = CheckpointFolders.name(checkpointId) + "/";
        Optional<String> savepoint =
                process.run.savepoints().folder(checkpointId).map(SavepointFolder::name);
        return savepoint.isPresent() && file.startsWith(own)
                ? savepoint.get() + "/" + file.substring(own.length())
                : CheckpointFolders.join(JOB, file);
    }

    /** The files in storage are those that are reachable, and no others. */
    void requireExact() throws IOException {
        Set<String> reachable = reachable();
        Set<String> there = files.besideTheLog();
        assertThat(there).containsAll(reachable);
        there.removeAll(reachable);
        there.removeAll(strays);
        assertThat(there).as("files that nothing refers to").isEmpty();
    }

    private Set<String> reachable() throws IOException {
        Set<String> reachable = new TreeSet<>();
        Set<Long> checkpoints = new TreeSet<>(retained);
        for (OpenRound round : process.open.values()) {
            for (SubtaskStateHandle part : round.parts) {
                part.files().forEach(file -> reachable.add(place(round.trigger.checkpointId(), file)));
            }
            if (round.trigger.baseId() != 0) {
                checkpoints.add(round.trigger.baseId());
            }
        }
        for (long id : checkpoints) {
            reachable.addAll(files.ofCheckpoint(id));
        }
        for (SavepointFolder folder : published.values()) {
            reachable.addAll(ReachableFiles.ofSavepoint(folder));
        }
        return reachable;
    }

    /** How many parts of retained checkpoints refer to files of others. */
    long sharing() throws IOException {
        return files.sharing(retained);
    }
}
