package dev.weir.snapshot.restore;

import dev.weir.snapshot.keygroup.KeyGroupRange;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an operator's state was written as.
 *
 * @param uid the operator's, then
 * @param stateNames what states are called now, by their stored name; those that kept theirs are left out
 * @param regrouping null where key groups are counted as they were
 */
public record StoredAs(
        String uid,
        Map<String, String> stateNames,
        @Nullable Regrouping regrouping) {

    public StoredAs {
        stateNames = Map.copyOf(stateNames);
    }

    /** As what it is now. */
    static StoredAs same(String uid) {
        return new StoredAs(uid, Map.of(), null);
    }

    /** What a stored state is called now. */
    public String nameNow(String storedState) {
        return stateNames.getOrDefault(storedState, storedState);
    }

    /** Whether a stored key group may hold keys of these. */
    public boolean mayFeed(int storedGroup, KeyGroupRange owned) {
        return regrouping == null ? owned.contains(storedGroup) : regrouping.mayFeed(storedGroup, owned);
    }
}
