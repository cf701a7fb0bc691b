package dev.weir.snapshot.restore;

import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.format.Manifest.SubtaskEntry;
import dev.weir.snapshot.format.SegmentIndex;
import dev.weir.snapshot.format.SegmentIndex.Keyed;
import dev.weir.snapshot.format.SubtaskStateHandle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The operators of a manifest, each with its old subtasks in order. Invariant: no old subtask is missing. */
final class StoredOperators {

    /** One old subtask of an operator. */
    record Part(int index, SubtaskStateHandle handle, SegmentIndex.OperatorIndex state) {}

    /**
     * An operator as it was.
     *
     * @param uid its name in the job
     * @param storedUid its name then
     * @param stateNames what its states are called now, by their stored name; those that kept theirs are left out
     * @param parts by old index, from 0
     */
    record Stored(
            String uid,
            String storedUid,
            Map<String, String> stateNames,
            int parallelism,
            int maxParallelism,
            List<Part> parts) {

        boolean isKeyed() {
            return parts.stream().anyMatch(part -> part.state.keyed() == Keyed.YES);
        }

        /** Whether it had state, keyed or its own; how far its event time had come is none. */
        boolean hasState() {
            return isKeyed()
                    || parts.stream()
                            .anyMatch(part -> !part.state.operatorStates().isEmpty());
        }
    }

    private final Map<String, Stored> byUid = new TreeMap<>();

    StoredOperators(Manifest manifest, Renames renames) {
        Map<String, List<Part>> parts = new TreeMap<>();
        for (SubtaskEntry entry : manifest.subtasks()) {
            for (SegmentIndex.OperatorIndex state : entry.handle().index().operators()) {
                parts.computeIfAbsent(state.uid(), uid -> new ArrayList<>())
                        .add(new Part(entry.index(), entry.handle(), state));
            }
        }
        manifest.scales().forEach((uid, scale) -> {
            List<Part> ofOperator = parts.getOrDefault(uid, List.of()).stream()
                    .sorted(Comparator.comparingInt(Part::index))
                    .toList();
            requireComplete(manifest, uid, scale.parallelism(), ofOperator);
            byUid.put(
                    renames.uid(uid),
                    new Stored(
                            renames.uid(uid),
                            uid,
                            renames.states(uid),
                            scale.parallelism(),
                            scale.maxParallelism(),
                            ofOperator));
        });
    }

    private static void requireComplete(Manifest manifest, String uid, int parallelism, List<Part> parts) {
        for (int i = 0; i < Math.max(parallelism, parts.size()); i++) {
            if (i >= parallelism || i >= parts.size() || parts.get(i).index() != i) {
                throw new RestoreRefusedException("a checkpoint holds each subtask of an operator once: checkpoint="
                        + manifest.checkpointId() + ", operator=" + uid + ", parallelism=" + parallelism
                        + ", subtasks=" + parts.stream().map(Part::index).toList() + "; restore another one");
            }
        }
    }

    Set<String> uids() {
        return byUid.keySet();
    }

    /** The uids of the operators that had state. */
    List<String> uidsWithState() {
        return byUid.values().stream().filter(Stored::hasState).map(Stored::uid).toList();
    }

    @Nullable
    Stored find(String uid) {
        return byUid.get(uid);
    }
}
