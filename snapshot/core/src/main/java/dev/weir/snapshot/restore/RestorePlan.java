package dev.weir.snapshot.restore;

import dev.weir.snapshot.format.CheckpointFolders;
import dev.weir.snapshot.format.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

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
    private final Map<String, byte[]> enumerators;

    /** What is done with state that no operator of the job claims. */
    public enum Unclaimed {
        REFUSE,
        /** It is dropped, as a person said. */
        DROP
    }

    private RestorePlan(
            Map<String, Integer> maxParallelisms,
            Map<Integer, List<SubtaskSlice>> slices,
            Map<String, byte[]> enumerators) {
        this.maxParallelisms = maxParallelisms;
        this.slices = slices;
        this.enumerators = enumerators;
    }

    /**
     * Makes the plan of a checkpoint that the same program wrote, but for what may be dropped.
     *
     * @throws RestoreRefusedException where the job can't start from the manifest: operators and numbers named
     */
    public static RestorePlan of(Manifest manifest, List<ChainTarget> chains, Unclaimed unclaimed) {
        RestoreOptions options = RestoreOptions.DEFAULT;
        return of(manifest, chains, unclaimed == Unclaimed.DROP ? options.allowingNonRestoredState() : options);
    }

    /**
     * Makes the plan.
     *
     * @throws RestoreRefusedException where the job can't start from the manifest: operators and numbers named
     */
    public static RestorePlan of(Manifest manifest, List<ChainTarget> chains, RestoreOptions options) {
        Renames renames = new Renames(manifest, options.renames());
        StoredOperators stored = new StoredOperators(manifest, renames);
        requireClaimed(manifest, stored, renames, chains, options.unclaimed());
        Map<String, Integer> maxParallelisms = MaxParallelismRule.apply(stored, chains, options);
        InFlightSlicer inFlight = new InFlightSlicer(manifest, renames, stored, maxParallelisms, chains);
        if (options.unclaimed() == Unclaimed.REFUSE) {
            inFlight.requireAllTaken();
        }
        String folder = CheckpointFolders.name(manifest.checkpointId());
        Map<Integer, List<SubtaskSlice>> slices = new TreeMap<>();
        for (ChainTarget chain : chains) {
            List<SubtaskSlice> ofChain = new ArrayList<>();
            for (int index = 0; index < chain.parallelism(); index++) {
                Slicer slicer = new Slicer(stored, maxParallelisms, inFlight, options.unclaimed(), folder);
                ofChain.add(slicer.slice(chain, index));
            }
            slices.put(chain.chain(), List.copyOf(ofChain));
        }
        Map<String, byte[]> enumerators = new TreeMap<>();
        manifest.enumerators().forEach((uid, state) -> enumerators.put(renames.uid(uid), state));
        return new RestorePlan(Map.copyOf(maxParallelisms), slices, enumerators);
    }

    /**
     * The max parallelism each operator runs with, by uid: for an operator with keyed state the stored one, or the one it
     * is to be converted to.
     *
     * @throws RestoreRefusedException where an explicit one differs and no conversion was asked for, or the parallelism
     *     exceeds it
     */
    public static Map<String, Integer> effectiveMaxParallelism(
            Manifest manifest, List<ChainTarget> chains, RestoreOptions options) {
        Renames renames = new Renames(manifest, options.renames());
        return Map.copyOf(MaxParallelismRule.apply(new StoredOperators(manifest, renames), chains, options));
    }

    /** Everything that doesn't fit is listed at once. */
    private static void requireClaimed(
            Manifest manifest, StoredOperators stored, Renames renames, List<ChainTarget> chains, Unclaimed unclaimed) {
        Set<String> targets = new TreeSet<>();
        chains.forEach(chain -> chain.operators().forEach(operator -> targets.add(operator.uid())));
        List<String> faults = renames.faults(targets);
        if (!faults.isEmpty()) {
            throw new RestoreRefusedException("each --map names what is stored and what is in the job: "
                    + String.join("; ", faults) + "; stored operators=" + stored.uids() + ", the job's=" + targets);
        }
        Set<String> added = new TreeSet<>(targets);
        added.removeAll(stored.uids());
        List<String> lost = new ArrayList<>();
        for (String uid : stored.uidsWithState()) {
            if (!targets.contains(uid)) {
                lost.add(uid + NearestNames.told(uid, added.isEmpty() ? targets : added));
            }
        }
        if (!lost.isEmpty() && unclaimed == Unclaimed.REFUSE) {
            boolean another = stored.uids().stream().noneMatch(targets::contains);
            throw new RestoreRefusedException("all stored state must have an operator that claims it: unclaimed="
                    + String.join("; ", lost)
                    + (another
                            ? "; no operator of the job has a stored name, is it another job's? it was written by job '"
                                    + manifest.jobId() + "'"
                            : "")
                    + "; give the operators their old names, map them with --map old=new for each, or drop the state"
                    + " with --allow-non-restored-state");
        }
    }

    /** The states of the sources' enumerators, by the uids they have now. */
    public Map<String, byte[]> enumerators() {
        return enumerators;
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
        return new RestorePlan(maxParallelisms, moved, enumerators);
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
