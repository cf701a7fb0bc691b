package dev.weir.snapshot.restore;

import dev.weir.snapshot.format.EdgeId;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.format.Manifest.SubtaskEntry;
import dev.weir.snapshot.format.SegmentIndex.OperatorIndex;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What stored operators and states are called in the job. A mapping is of an operator where its old name is a stored
 * operator's, else of a state.
 */
final class Renames {

    private final Map<String, String> uids = new HashMap<>();
    private final Map<String, Map<String, String>> states = new HashMap<>();
    private final List<String> faults = new ArrayList<>();

    /**
     * Resolves mappings against what is stored.
     *
     * @param renames as {@link RestoreOptions} has them
     */
    Renames(Manifest manifest, Map<String, String> renames) {
        Map<String, Set<String>> stored = new TreeMap<>();
        manifest.scales().keySet().forEach(uid -> stored.put(uid, new TreeSet<>()));
        if (!renames.isEmpty()) {
            addStates(manifest, stored);
        }
        renames.forEach((oldName, newName) -> {
            if (stored.containsKey(oldName)) {
                uids.put(oldName, newName);
            }
        });
        renames.forEach((oldName, newName) -> {
            if (!stored.containsKey(oldName)) {
                addState(oldName, newName, stored);
            }
        });
        requireOneEach(stored.keySet());
    }

    private static void addStates(Manifest manifest, Map<String, Set<String>> stored) {
        for (SubtaskEntry entry : manifest.subtasks()) {
            for (OperatorIndex operator : entry.handle().index().operators()) {
                Set<String> names = stored.computeIfAbsent(operator.uid(), uid -> new TreeSet<>());
                operator.allKeyedStates().forEach(state -> names.add(state.name()));
                operator.operatorStates().forEach(state -> names.add(state.name()));
            }
        }
    }

    private void addState(String oldName, String newName, Map<String, Set<String>> stored) {
        for (Map.Entry<String, Set<String>> operator : stored.entrySet()) {
            String uid = operator.getKey();
            String state = oldName.startsWith(uid + ".") ? oldName.substring(uid.length() + 1) : "";
            if (operator.getValue().contains(state)) {
                String prefix = uid(uid) + ".";
                if (newName.startsWith(prefix) && newName.length() > prefix.length()) {
                    states.computeIfAbsent(uid, added -> new TreeMap<>())
                            .put(state, newName.substring(prefix.length()));
                } else {
                    faults.add("--map " + oldName + "=" + newName + " leads to another operator: a state stays with its"
                            + " own, so write " + oldName + "=" + prefix + "<new state>");
                }
                return;
            }
        }
        List<String> known = new ArrayList<>(stored.keySet());
        stored.forEach((uid, names) -> names.forEach(state -> known.add(uid + "." + state)));
        faults.add("--map " + oldName + "=" + newName + " names nothing that is stored as '" + oldName + "'"
                + NearestNames.told(oldName, known));
    }

    private void requireOneEach(Collection<String> storedUids) {
        Map<String, String> taken = new HashMap<>();
        for (String uid : storedUids) {
            String other = taken.put(uid(uid), uid);
            if (other != null) {
                faults.add("operator '" + uid(uid) + "' would take the state of both '" + other + "' and '" + uid
                        + "': map one of them elsewhere");
            }
        }
    }

    /**
     * What is wrong with the mappings, seen from the job.
     *
     * @param targets the uids of the job's operators
     */
    List<String> faults(Set<String> targets) {
        List<String> all = new ArrayList<>(faults);
        uids.forEach((oldName, newName) -> {
            if (!targets.contains(newName)) {
                all.add("--map " + oldName + "=" + newName + " names no operator of the job with '" + newName + "'"
                        + NearestNames.told(newName, targets));
            }
        });
        return all;
    }

    /** What a stored operator is called in the job. */
    String uid(String storedUid) {
        return uids.getOrDefault(storedUid, storedUid);
    }

    /** The states of a stored operator that are called otherwise now, by their stored names. */
    Map<String, String> states(String storedUid) {
        return states.getOrDefault(storedUid, Map.of());
    }

    EdgeId edge(EdgeId stored) {
        return uids.isEmpty()
                ? stored
                : new EdgeId(uid(stored.fromUid()), stored.output(), uid(stored.toUid()), stored.toInput());
    }
}
