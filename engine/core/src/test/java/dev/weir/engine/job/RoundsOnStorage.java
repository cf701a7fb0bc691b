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
import dev.weir.engine.worker.JobFiles;
import dev.weir.engine.worker.SnapshotBases;
import dev.weir.snapshot.format.CheckpointFolders;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.format.OperatorSnapshot;
import dev.weir.snapshot.format.SnapshotTarget;
import dev.weir.snapshot.format.SubtaskSnapshot;
import dev.weir.snapshot.format.SubtaskStateHandle;
import dev.weir.snapshot.restore.ChainTarget;
import dev.weir.snapshot.restore.OperatorTarget;
import dev.weir.snapshot.restore.RestoreOptions;
import dev.weir.snapshot.restore.RestoredSubtask;
import dev.weir.snapshot.storage.CheckpointRef;
import dev.weir.snapshot.storage.CheckpointStorage;
import dev.weir.snapshot.storage.CheckpointStorage.StoredFile;
import dev.weir.snapshot.storage.Claim;
import dev.weir.snapshot.storage.JobStore;
import dev.weir.snapshot.storage.Ownership;
import dev.weir.snapshot.storage.PublishOutcome;
import dev.weir.snapshot.storage.SavepointFolder;
import dev.weir.snapshot.storage.StartedFrom;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
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
import java.util.function.Function;
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
    private final Path local;
    private final Random random;
    private final CheckpointSettings settings;

    private final Map<Long, Map<SubtaskId, Map<Long, Long>>> written = new HashMap<>();
    private final Set<String> strays = new HashSet<>();
    private final Map<Long, SavepointFolder> published = new TreeMap<>();

    /** What a process that dies takes with it. */
    private Process process;

    private List<Long> retained = List.of();
    private long nanos;
    private long attempts;
    private long requests;
    private int lineages;

    private enum Start {
        LATEST,
        FRESH
    }

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

    private final class Process {
        private final JobStore store;
        private final JobArchive archive;
        private final JobFiles files;
        private final JobSavepoints savepoints;
        private final SnapshotBases bases = new SnapshotBases(Incremental.ON);
        private final CheckpointRounds rounds;
        private final Map<SubtaskId, KeyedParts> states = new HashMap<>();
        private final Map<Long, OpenRound> open = new TreeMap<>();
        private final List<LateAck> late = new ArrayList<>();
        private final Optional<JobArchive.Source> restored;
        private final String lineage;
        private Fence fence;

        Process(Start start, @Nullable SavepointFolder from, Ownership ownership) throws IOException {
            store = JobStore.open(storage, JOB);
            Claim claim = store.claim();
            String own = claim.lineage().orElse("none");
            Optional<JobArchive.Source> source = Optional.empty();
            if (from != null) {
                source = Optional.of(new JobArchive.Source(from.read(), from));
            } else if (start == Start.LATEST && claim.newest().isPresent()) {
                source = Optional.of(RecoveryPoints.read(claim.newest().get(), store, RoundsOnStorage.this::at));
            }
            if (start == Start.FRESH || from != null || claim.lineage().isEmpty()) {
                own = "lineage-" + ++lineages;
                record(own, from, ownership);
            }
            lineage = own;
            restored = source;
            retained =
                    claim.retained().stream().map(CheckpointRef::checkpointId).toList();
            JobArchive.Run run = new JobArchive.Run(JOB, lineage, Optional.empty(), claim.epoch(), settings.retained());
            store.sweep();
            files = new JobFiles(
                    storage,
                    JOB,
                    settings.inlineThresholdBytes(),
                    RoundsOnStorage.class.getClassLoader(),
                    name -> new KeyedParts.Backend(local));
            savepoints = new JobSavepoints(files, uri -> storage);
            archive = new JobArchive(
                    store, run, new JobArchive.Fitting(PLAN, targets(), RestoreOptions.DEFAULT), savepoints, source);
            long base = source.filter(each -> each.savepoint() == null)
                    .map(JobArchive.Source::manifest)
                    .filter(manifest -> manifest.lineage().equals(lineage))
                    .map(Manifest::checkpointId)
                    .orElse(0L);
            rounds = new CheckpointRounds(settings, Duration.ofSeconds(30), retained, base);
            fence = new Fence(claim.epoch(), ++attempts);
        }

        private void record(String newLineage, @Nullable SavepointFolder from, Ownership ownership) throws IOException {
            if (from == null) {
                store.recordLineage(newLineage, null);
                return;
            }
            store.recordLineage(
                    newLineage,
                    null,
                    new StartedFrom(from.uri(), ownership, StartedFrom.Keeping.APART, RestoreOptions.DEFAULT));
        }
    }

    RoundsOnStorage(CheckpointStorage storage, Path local, long seed) throws IOException {
        this.storage = new BreakableStorage(storage);
        this.local = local;
        this.random = new Random(seed);
        this.settings = CheckpointSettings.DEFAULT
                .withInterval(Duration.ofSeconds(1))
                .withTimeout(Duration.ofSeconds(20))
                .withMaxConcurrent(1 + random.nextInt(3))
                .withRetained(1 + random.nextInt(3))
                .withTolerableFailures(1_000_000)
                .withInlineThreshold(random.nextInt(3) * 150);
        this.process = new Process(Start.FRESH, null, Ownership.NO_CLAIM);
        begin();
    }

    private static List<ChainTarget> targets() {
        Function<Integer, Integer> parallelism = chain -> PLAN.chain(chain).parallelism();
        return PLAN.chains().stream()
                .map(chain -> new ChainTarget(
                        chain.id(),
                        List.of(new OperatorTarget(
                                chain.head().uid(),
                                parallelism.apply(chain.id()),
                                chain.maxParallelism(),
                                OperatorTarget.Origin.EXPLICIT))))
                .toList();
    }

    private SavepointFolder at(String uri) throws IOException {
        return SavepointFolder.at(uri, place -> storage);
    }

    private Moment now() {
        return new Moment(nanos, nanos / 1_000_000);
    }

    /** The attempt restores what it starts from, and runs. */
    private void begin() throws IOException {
        Map<SubtaskId, Map<Long, Long>> expected = process.restored
                .map(source -> written.get(source.manifest().checkpointId()))
                .orElse(Map.of());
        for (SubtaskId subtask : PLAN.subtasks()) {
            if (subtask.chain() == SUM) {
                KeyedParts state = process.restored.isPresent() ? read(subtask) : KeyedParts.empty(subtask, local);
                assertThat(state.content()).isEqualTo(expected.getOrDefault(subtask, Map.of()));
                process.states.put(subtask, state);
            }
        }
        perform(process.rounds.onRunning(process.fence, Set.copyOf(PLAN.subtasks()), Set.of(), now()));
    }

    private KeyedParts read(SubtaskId subtask) throws IOException {
        long id = process.restored.orElseThrow().manifest().checkpointId();
        JobArchive.Restore restore = process.archive.restore(id);
        return restored(subtask, restore);
    }

    private KeyedParts restored(SubtaskId subtask, JobArchive.Restore restore) throws IOException {
        RestoredSubtask state = process.files.read(
                restore.plan().orElseThrow().slice(subtask.chain(), subtask.index()), process.fence.attempt());
        if (restore.version().orElseThrow().lineage().equals(process.lineage)) {
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
            crash(Start.LATEST, null, Ownership.NO_CLAIM);
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
        return process.bases.write(process.files, subtask, pending, content);
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
                JobArchive.Restore restore = process.archive.restore(newest.get());
                boolean inPlace = random.nextBoolean() && state.getValue().canRollBackTo(newest.get());
                KeyedParts rolledBack =
                        inPlace ? state.getValue().rolledBackTo(newest.get()) : restored(subtask, restore);
                assertThat(rolledBack.content())
                        .isEqualTo(Objects.requireNonNull(written.get(newest.get()))
                                .get(subtask));
                state.setValue(rolledBack);
            } else {
                state.setValue(process.restored.isPresent() ? read(subtask) : KeyedParts.empty(subtask, local));
            }
        }
        perform(process.rounds.onRunning(process.fence, Set.copyOf(PLAN.subtasks()), Set.of(), now()));
    }

    /**
     * The process is gone, and another goes on. What it had written of a savepoint stays in the savepoint's folder: that is
     * somewhere a person named, where nothing is looked for.
     */
    private void crash(Start start, @Nullable SavepointFolder from, Ownership ownership) throws IOException {
        strays.removeIf(file -> file.startsWith(JOB + "/"));
        for (OpenRound round : process.open.values()) {
            if (round.trigger.kind().isSavepoint()) {
                long id = round.trigger.checkpointId();
                round.parts.forEach(part -> part.ownFiles().forEach(file -> strays.add(place(id, file))));
            }
        }
        process = new Process(start, from, ownership);
        begin();
    }

    private void rareStart() throws IOException {
        if (random.nextInt(3) == 0) {
            perform(process.rounds.onAttemptEnded("canceled", now()));
            process.store.dropCheckpoints();
            retained = List.of();
            crash(Start.FRESH, null, Ownership.NO_CLAIM);
            return;
        }
        List<Long> ids = new ArrayList<>(published.keySet());
        if (ids.isEmpty()) {
            return;
        }
        SavepointFolder from = Objects.requireNonNull(published.get(ids.get(random.nextInt(ids.size()))));
        crash(Start.LATEST, from, random.nextBoolean() ? Ownership.CLAIM : Ownership.NO_CLAIM);
    }

    private void perform(List<RoundEffect> effects) throws IOException {
        for (RoundEffect effect : effects) {
            perform(effect);
        }
    }

    private void perform(RoundEffect effect) throws IOException {
        if (effect instanceof RoundEffect.ReserveIds reserve) {
            long first = process.store.reserveIds(reserve.count());
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
            process.archive.discardSavepoint(discard.checkpointId());
            published.remove(discard.checkpointId());
        }
    }

    private void trigger(RoundEffect.Trigger trigger) throws IOException {
        if (trigger.kind().isSavepoint()) {
            process.savepoints.begin(JOB, trigger.checkpointId(), "memory:/", storage);
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
            outcome = process.archive.publish(content);
            assertThat(outcome).isEqualTo(PublishOutcome.PUBLISHED);
            process.open.remove(id);
            if (content.kind().isSavepoint()) {
                published.put(id, process.savepoints.folder(id).orElseThrow());
            } else {
                retained = publish.retained();
            }
        }
        perform(process.rounds.onPublishOutcome(id, outcome, "a test", now()));
        if (outcome == PublishOutcome.PUBLISHED && !content.kind().isSavepoint()) {
            List<String> claimed = process.store.claimedSavepoints().stream()
                    .map(each -> each.uri())
                    .toList();
            process.archive.removeClaimed();
            published.values().removeIf(folder -> claimed.contains(folder.uri()));
        }
    }

    private void delete(long checkpointId) throws IOException {
        process.open.remove(checkpointId);
        process.archive.delete(checkpointId);
        String checkpoint = CheckpointFolders.join(JOB, CheckpointFolders.name(checkpointId)) + "/";
        Optional<String> savepoint = process.savepoints.folder(checkpointId).map(SavepointFolder::name);
        strays.removeIf(
                file -> file.startsWith(checkpoint) || savepoint.isPresent() && file.startsWith(savepoint.get() + "/"));
    }

    /** Where a file that a handle names is in the storage. */
    private String place(long checkpointId, String file) {
        String own = CheckpointFolders.name(checkpointId) + "/";
        Optional<String> savepoint = process.savepoints.folder(checkpointId).map(SavepointFolder::name);
        return savepoint.isPresent() && file.startsWith(own)
                ? savepoint.get() + "/" + file.substring(own.length())
                : CheckpointFolders.join(JOB, file);
    }

    /** The files in storage are those that are reachable, and no others. */
    void requireExact() throws IOException {
        Set<String> there = new TreeSet<>();
        for (StoredFile file : storage.list("")) {
            if (!file.path().startsWith(JOB + "/log/")) {
                there.add(file.path());
            }
        }
        Set<String> reachable = reachable();
        assertThat(there).containsAll(reachable);
        there.removeAll(reachable);
        there.removeAll(strays);
        assertThat(there).as("files that nothing refers to").isEmpty();
    }

    private Set<String> reachable() throws IOException {
        Set<String> reachable = new TreeSet<>();
        Set<Long> checkpoints = new TreeSet<>(retained);
        for (OpenRound round : process.open.values()) {
            round.parts.forEach(part ->
                    part.files().forEach(file -> reachable.add(place(round.trigger.checkpointId(), file))));
            if (round.trigger.baseId() != 0) {
                checkpoints.add(round.trigger.baseId());
            }
        }
        for (long id : checkpoints) {
            String path = CheckpointFolders.join(JOB, CheckpointFolders.name(id)) + "/" + CheckpointFolders.MANIFEST;
            reachable.add(path);
            for (Manifest.SubtaskEntry entry : manifest(path).subtasks()) {
                entry.handle().files().forEach(file -> reachable.add(CheckpointFolders.join(JOB, file)));
            }
        }
        for (SavepointFolder folder : published.values()) {
            reachable.add(folder.name() + "/" + CheckpointFolders.MANIFEST);
            for (Manifest.SubtaskEntry entry : folder.read().subtasks()) {
                String own = CheckpointFolders.name(entry.handle().checkpointId()) + "/";
                entry.handle()
                        .files()
                        .forEach(file -> reachable.add(folder.name() + "/" + file.substring(own.length())));
            }
        }
        return reachable;
    }

    private Manifest manifest(String path) throws IOException {
        try (InputStream in = storage.open(path)) {
            return Manifest.parse(path, in.readAllBytes());
        } catch (IOException gone) {
            throw new UncheckedIOException("a kept checkpoint's manifest is gone: " + path, gone);
        }
    }

    /** How many of the retained checkpoints refer to files of others. */
    long sharing() throws IOException {
        long sharing = 0;
        for (long id : retained) {
            String path = CheckpointFolders.join(JOB, CheckpointFolders.name(id)) + "/" + CheckpointFolders.MANIFEST;
            sharing += manifest(path).subtasks().stream()
                    .filter(entry -> entry.handle().files().size()
                            > entry.handle().ownFiles().size())
                    .count();
        }
        return sharing;
    }
}
