package dev.weir.snapshot.backend;

import dev.weir.snapshot.copy.RecordCopier;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What a backend should hold: by state, key and namespace, the value that a snapshot pushes. */
final class StateModel {

    private final Map<String, Object> values = new LinkedHashMap<>();

    static String text(String state, Object key, @Nullable Object namespace) {
        String kind = key instanceof List ? "List" : key.getClass().getSimpleName();
        return state + "/" + kind + ":" + key + "/" + (namespace == null ? "" : namespace);
    }

    @Nullable
    Object get(String place) {
        return values.get(place);
    }

    /** Replaces a value; null removes it. */
    void change(String place, UnaryOperator<@Nullable Object> change) {
        Object changed = change.apply(values.get(place));
        if (changed == null) {
            values.remove(place);
        } else {
            values.put(place, changed);
        }
    }

    /** A model that goes its own way from here on. */
    StateModel copy() {
        StateModel copy = new StateModel();
        RecordCopier copier = new RecordCopier();
        values.forEach((place, value) -> copy.values.put(place, copier.copy(value)));
        return copy;
    }

    int size() {
        return values.size();
    }

    /** The values as texts, which later changes don't reach. */
    Map<String, String> texts() {
        Map<String, String> texts = new LinkedHashMap<>();
        values.forEach((place, value) -> texts.put(place, value.toString()));
        return texts;
    }
}
