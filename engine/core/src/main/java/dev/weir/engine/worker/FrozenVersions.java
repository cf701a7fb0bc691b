package dev.weir.engine.worker;

import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.settings.TaskSettings;
import dev.weir.engine.worker.FrozenVersion.Operator;
import dev.weir.snapshot.codec.Schema;
import dev.weir.snapshot.format.InFlight;
import dev.weir.snapshot.format.OperatorStateBlock;
import dev.weir.snapshot.format.OperatorStateBlock.Redistribution;
import dev.weir.snapshot.restore.RestoredElements;
import dev.weir.snapshot.restore.RestoredInFlight;
import dev.weir.snapshot.restore.RestoredOperator;
import dev.weir.snapshot.restore.RestoredSubtask;
import dev.weir.snapshot.restore.SubtaskSlice;
import dev.weir.snapshot.restore.SubtaskSlice.InFlightSlice;
import dev.weir.snapshot.restore.SubtaskSlice.OperatorSlice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a process keeps of a job's checkpoints so that surviving subtasks can be rolled back in place: for each subtask the
 * version of the newest checkpoint known to be complete and those of the rounds that are open.
 *
 * <p>Invariants: a version is given only for the checkpoint that is asked for by name and for a subtask of the same shape;
 * the versions' bytes together stay within the bound. Over the bound those of complete checkpoints go first, since they
 * soon have a successor; whoever finds none reads storage. Thread-safe.
 */
public final class FrozenVersions {

    /** Share of the largest heap that versions take where nothing is set. */
    private static final int HEAP_SHARE = 4;

    private final long limitBytes;
    private final Map<SubtaskId, TreeMap<Long, FrozenVersion>> versions = new HashMap<>();
    private final Map<SubtaskId, Long> completed = new HashMap<>();
    private long bytes;

    /** @param limitBytes what all versions may take together; 0 to keep none */
    public FrozenVersions(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /** Within the memory that is set, by default a quarter of the largest heap. */
    public static FrozenVersions within(TaskSettings settings) {
        return new FrozenVersions(settings.inPlaceMemoryBytes()
                .orElseGet(() -> Runtime.getRuntime().maxMemory() / HEAP_SHARE));
    }

    /** Whether any version can be kept. */
    public boolean isOn() {
        return limitBytes > 0;
    }

    /** Roughly what the versions take, in bytes. */
    public synchronized long bytes() {
        return bytes;
    }

    /** Keeps a version of a checkpoint that isn't complete yet; not where it doesn't fit beside those of its own round. */
    public synchronized void keep(SubtaskId subtask, FrozenVersion version) {
        long id = version.name().checkpointId();
        if (id <= completed.getOrDefault(subtask, Long.MIN_VALUE) || version.bytes() > limitBytes || !isOn()) {
            return;
        }
        remove(subtask, id);
        while (bytes + version.bytes() > limitBytes) {
            Kept first = firstToGo(id);
            if (first == null) {
                return;
            }
            remove(first.subtask, first.id);
        }
        versions.computeIfAbsent(subtask, added -> new TreeMap<>()).put(id, version);
        bytes += version.bytes();
    }

    private record Kept(SubtaskId subtask, long id, boolean complete) {}

    /** The oldest of the complete ones, else the oldest of an older round; null where there is none. */
    private @Nullable Kept firstToGo(long newId) {
        return versions.entrySet().stream()
                .flatMap(of -> of.getValue().keySet().stream()
                        .map(id ->
                                new Kept(of.getKey(), id, id <= completed.getOrDefault(of.getKey(), Long.MIN_VALUE))))
                .filter(kept -> kept.complete || kept.id < newId)
                .min(Comparator.comparing((Kept kept) -> !kept.complete)
                        .thenComparingLong(Kept::id)
                        .thenComparing(Kept::subtask))
                .orElse(null);
    }

    /** A checkpoint is complete: the subtask is never rolled back to an older one. */
    public synchronized void completed(SubtaskId subtask, long checkpointId) {
        completed.merge(subtask, checkpointId, Math::max);
        List<Long> older = List.copyOf(idsOf(subtask).headMap(checkpointId).keySet());
        older.forEach(id -> remove(subtask, id));
    }

    /** A round was given up. */
    public synchronized void aborted(SubtaskId subtask, long checkpointId) {
        remove(subtask, checkpointId);
    }

    /**
     * What a subtask restores from the version of a checkpoint. The subtask's other versions are dropped: those of rounds
     * that the failure ended, or older ones. Where records were under way to the subtask storage is read, since some of
     * them were at their senders.
     *
     * @param slice what it would read from storage: it says what the subtask inherits from all subtasks together
     * @return empty where storage is to be read
     */
    public synchronized Optional<RestoredSubtask> find(
            SubtaskId subtask, VersionName name, SubtaskShape shape, SubtaskSlice slice) {
        FrozenVersion version = idsOf(subtask).get(name.checkpointId());
        for (long id : List.copyOf(idsOf(subtask).keySet())) {
            if (id != name.checkpointId()) {
                remove(subtask, id);
            }
        }
        if (version == null
                || !version.name().equals(name)
                || !version.shape().equals(shape)
                || !slice.inFlight().parts().isEmpty()) {
            return Optional.empty();
        }
        return restored(subtask, version, slice);
    }

    private Optional<RestoredSubtask> restored(SubtaskId subtask, FrozenVersion version, SubtaskSlice slice) {
        Map<String, RestoredOperator> operators = new TreeMap<>();
        for (Operator operator : version.operators()) {
            Optional<OperatorSlice> inherited = slice.operators().stream()
                    .filter(each -> each.uid().equals(operator.uid()))
                    .findFirst();
            Map<String, RestoredElements> elements = elements(subtask, version, operator);
            if (inherited.isEmpty() || elements == null) {
                return Optional.empty();
            }
            operators.put(
                    operator.uid(),
                    new RestoredOperator(
                            operator.uid(),
                            operator.keyed(),
                            raw(operator, elements),
                            declared(operator, elements),
                            operator.eventTime(),
                            inherited.get().drain()));
        }
        return Optional.of(new RestoredSubtask(operators, timesOf(slice.inFlight())));
    }

    /** How far time had come on the channels; nothing was under way on them. */
    private static RestoredInFlight timesOf(InFlightSlice slice) {
        return new RestoredInFlight(new InFlight(slice.times(), slice.pendingAdvances(), List.of()), slice.channels());
    }

    /** Those whose form their owner alone knows. */
    private static Map<String, List<byte[]>> raw(Operator operator, Map<String, RestoredElements> elements) {
        Map<String, List<byte[]>> raw = new HashMap<>();
        elements.forEach((name, stored) -> {
            if (!isDeclared(operator, name)) {
                raw.put(
                        name,
                        stored.runs().stream()
                                .flatMap(run -> run.elements().stream())
                                .toList());
            }
        });
        return raw;
    }

    private static Map<String, RestoredElements> declared(Operator operator, Map<String, RestoredElements> elements) {
        Map<String, RestoredElements> declared = new HashMap<>(elements);
        declared.keySet().removeIf(name -> !isDeclared(operator, name));
        return declared;
    }

    /** Whether a user declared it. */
    private static boolean isDeclared(Operator operator, String name) {
        OperatorStateBlock block = operator.operatorState().get(name);
        return block != null && block.values() != null;
    }

    /** An operator's own state by name; null where some of it was another subtask's, which isn't known here. */
    private @Nullable Map<String, RestoredElements> elements(
            SubtaskId subtask, FrozenVersion version, Operator operator) {
        Map<String, RestoredElements> byState = new HashMap<>();
        for (Map.Entry<String, OperatorStateBlock> state :
                operator.operatorState().entrySet()) {
            Redistribution redistribution = state.getValue().redistribution();
            List<RestoredElements.Run> runs = redistribution == Redistribution.UNION
                    ? union(subtask, version, operator.uid(), state.getKey())
                    : List.of(run(state.getValue()));
            if (runs == null) {
                return null;
            }
            byState.put(state.getKey(), new RestoredElements(redistribution, runs));
        }
        return byState;
    }

    private static RestoredElements.Run run(OperatorStateBlock block) {
        Schema schema = block.values();
        return new RestoredElements.Run(schema == null ? Schema.EMPTY : schema, block.elements());
    }

    /** The elements of all subtasks of the chain, in their order. */
    private @Nullable List<RestoredElements.Run> union(
            SubtaskId subtask, FrozenVersion version, String uid, String state) {
        List<RestoredElements.Run> all = new ArrayList<>();
        for (int index = 0; index < version.shape().parallelism(); index++) {
            FrozenVersion part = idsOf(new SubtaskId(subtask.chain(), index))
                    .get(version.name().checkpointId());
            if (part == null || !part.name().equals(version.name())) {
                return null;
            }
            for (Operator operator : part.operators()) {
                OperatorStateBlock block = operator.operatorState().get(state);
                if (operator.uid().equals(uid) && block != null) {
                    all.add(run(block));
                }
            }
        }
        return all;
    }

    private NavigableMap<Long, FrozenVersion> idsOf(SubtaskId subtask) {
        return versions.getOrDefault(subtask, new TreeMap<>());
    }

    private void remove(SubtaskId subtask, long checkpointId) {
        FrozenVersion removed = idsOf(subtask).remove(checkpointId);
        if (removed != null) {
            bytes -= removed.bytes();
        }
    }
}
