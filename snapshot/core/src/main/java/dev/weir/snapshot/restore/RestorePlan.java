package dev.weir.snapshot.restore;

import dev.weir.snapshot.format.CheckpointFolders;
import dev.weir.snapshot.format.Manifest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What every subtask of a job restores from a manifest. Pure.
 *
 * <p>Invariants: operators are matched by uid, wherever they run; each stored key group goes to exactly one subtask, and
 * each element of split operator state and each record under way to exactly one; nothing stored is left out unless
 * dropping it was allowed.
 */
public final class RestorePlan {

    private final Map<String, Integer> maxParallelisms;
    private final Map<Integer, List<SubtaskSlice>> slices;

    /** What is done with state that no operator of the job claims. */
    public enum Unclaimed {
        REFUSE,
        /** It is dropped, as a person said. */
        DROP
    }

    private RestorePlan(Map<String, Integer> maxParallelisms, Map<Integer, List<SubtaskSlice>> slices) {
        this.maxParallelisms = maxParallelisms;
        this.slices = slices;
    }

    /**
     * Makes the plan.
     *
     * @throws RestoreRefusedException where the job can't start from the manifest: operators and numbers named
     */
    public static RestorePlan of(Manifest manifest, List<ChainTarget> chains, Unclaimed unclaimed) {
        StoredOperators stored = new StoredOperators(manifest);
        if (unclaimed == Unclaimed.REFUSE) {
            requireClaimed(stored, chains);
        }
        Map<String, Integer> maxParallelisms = MaxParallelismRule.apply(stored, chains);
        InFlightSlicer inFlight = new InFlightSlicer(manifest, stored, maxParallelisms, chains);
        if (unclaimed == Unclaimed.REFUSE) {
            inFlight.requireAllTaken();
        }
        String folder = CheckpointFolders.name(manifest.checkpointId());
        Map<Integer, List<SubtaskSlice>> slices = new TreeMap<>();
        for (ChainTarget chain : chains) {
            List<SubtaskSlice> ofChain = new ArrayList<>();
            for (int index = 0; index < chain.parallelism(); index++) {
                ofChain.add(new Slicer(stored, maxParallelisms, inFlight, folder).slice(chain, index));
            }
            slices.put(chain.chain(), List.copyOf(ofChain));
        }
        return new RestorePlan(Map.copyOf(maxParallelisms), slices);
    }

    /**
     * The max parallelism each operator runs with, by uid: the stored one for an operator with keyed state.
     *
     * @throws RestoreRefusedException where an explicit one differs, or the parallelism exceeds the stored one
     */
    public static Map<String, Integer> effectiveMaxParallelism(Manifest manifest, List<ChainTarget> chains) {
        return Map.copyOf(MaxParallelismRule.apply(new StoredOperators(manifest), chains));
    }

    private static void requireClaimed(StoredOperators stored, List<ChainTarget> chains) {
        Set<String> targets = new HashSet<>();
        chains.forEach(chain -> chain.operators().forEach(operator -> targets.add(operator.uid())));
        Set<String> added = new HashSet<>(targets);
        added.removeAll(stored.uids());
        List<String> lost = new ArrayList<>();
        for (String uid : stored.uidsWithState()) {
            if (!targets.contains(uid)) {
                List<String> nearest = NearestNames.of(uid, added.isEmpty() ? targets : added);
                lost.add(uid + (nearest.isEmpty() ? "" : " (nearest: " + String.join(", ", nearest) + ")"));
            }
        }
        if (!lost.isEmpty()) {
            throw new RestoreRefusedException("all stored state must have an operator that claims it: unclaimed="
                    + String.join("; ", lost)
                    + "; give the operators their old names, or drop the state with --allow-non-restored-state");
        }
    }

    /** The max parallelism each operator runs with, by uid. */
    public Map<String, Integer> maxParallelisms() {
        return maxParallelisms;
    }

    /** The same plan of a checkpoint whose files are elsewhere: each slice names this folder. */
    public RestorePlan inFolder(String folder) {
        Map<Integer, List<SubtaskSlice>> moved = new TreeMap<>();
        slices.forEach((chain, ofChain) -> moved.put(
                chain, ofChain.stream().map(slice -> slice.inFolder(folder)).toList()));
        return new RestorePlan(maxParallelisms, moved);
    }

    /** The slices of a chain's subtasks, by index. */
    public List<SubtaskSlice> slices(int chain) {
        List<SubtaskSlice> ofChain = slices.get(chain);
        if (ofChain == null) {
            throw new IllegalArgumentException(
                    "the plan has no such chain: chain=" + chain + ", chains=" + slices.keySet());
        }
        return ofChain;
    }

    /** The slice of one subtask. */
    public SubtaskSlice slice(int chain, int index) {
        return slices(chain).get(index);
    }
}
