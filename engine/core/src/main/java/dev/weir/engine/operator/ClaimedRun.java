package dev.weir.engine.operator;

import java.util.Map;

/**
 * The run whose savepoint this one has claimed: what it left open outside is nobody's but this one's.
 *
 * @param lineage of that run
 * @param formerUids what operators were called there, by their names now; those that kept theirs are left out
 */
public record ClaimedRun(String lineage, Map<String, String> formerUids) {

    public ClaimedRun {
        formerUids = Map.copyOf(formerUids);
    }

    /** What an operator was called there. */
    public String uidOf(String uid) {
        return formerUids.getOrDefault(uid, uid);
    }
}
