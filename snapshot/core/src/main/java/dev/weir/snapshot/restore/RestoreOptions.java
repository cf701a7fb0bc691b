package dev.weir.snapshot.restore;

import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.restore.RestorePlan.Unclaimed;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How a checkpoint is fitted to a program that isn't quite the one that wrote it. Kept in the job's log, so that a restart
 * before the first checkpoint restores in the same way.
 *
 * @param unclaimed what is done with state that nothing in the job claims
 * @param renames operators, by their stored name, and states, each as {@code operator.state}; values are the names in the
 *     job, states again as {@code operator.state}
 * @param maxParallelism what the key groups are to be counted by; 0 to keep what is stored
 */
public record RestoreOptions(Unclaimed unclaimed, Map<String, String> renames, int maxParallelism) {

    /** Everything is claimed under its own name, and key groups stay as they are. */
    public static final RestoreOptions DEFAULT = new RestoreOptions(Unclaimed.REFUSE, Map.of(), 0);

    /** The max parallelism that says: as stored. */
    public static final int KEEP = 0;

    public RestoreOptions {
        renames = Collections.unmodifiableMap(new LinkedHashMap<>(renames));
        if (maxParallelism != KEEP) {
            KeyGroups.check(1, maxParallelism);
        }
    }

    /** State that nothing claims is dropped: {@code --allow-non-restored-state}. */
    public RestoreOptions allowingNonRestoredState() {
        return new RestoreOptions(Unclaimed.DROP, renames, maxParallelism);
    }

    /**
     * What is stored under one name belongs to another: {@code --map old=new}. For a state {@code operator.old} and {@code
     * operator.new}.
     *
     * @throws IllegalArgumentException where a name is empty, or the old one was mapped already
     */
    public RestoreOptions mapping(String oldName, String newName) {
        if (oldName.isBlank() || newName.isBlank() || oldName.equals(newName)) {
            throw new IllegalArgumentException(
                    "a mapping names an old and a new name that differ: got '" + oldName + "=" + newName + "'");
        }
        if (renames.containsKey(oldName)) {
            throw new IllegalArgumentException("a stored name is mapped once: old name='" + oldName + "', mapped to='"
                    + renames.get(oldName) + "' and '" + newName + "'");
        }
        Map<String, String> more = new LinkedHashMap<>(renames);
        more.put(oldName, newName);
        return new RestoreOptions(unclaimed, more, maxParallelism);
    }

    /**
     * Key groups are counted anew, by this number: {@code --max-parallelism}. Every key goes to the group it has then.
     *
     * @throws IllegalArgumentException outside of 1..32768
     */
    public RestoreOptions withMaxParallelism(int newMaxParallelism) {
        KeyGroups.check(1, newMaxParallelism);
        return new RestoreOptions(unclaimed, renames, newMaxParallelism);
    }
}
