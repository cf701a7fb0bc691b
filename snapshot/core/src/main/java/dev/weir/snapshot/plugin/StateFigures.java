package dev.weir.snapshot.plugin;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the state backend of one operator in one subtask tells of itself, at one moment.
 *
 * @param uid the operator's
 * @param subtaskIndex from 0
 * @param attempt the execution attempt
 * @param values figures by name, sorted; which ones is the backend's own
 */
public record StateFigures(String uid, int subtaskIndex, long attempt, Map<String, Long> values) {

    public StateFigures {
        values = Collections.unmodifiableMap(new TreeMap<>(values));
    }
}
