package dev.weir.snapshot.codec;

import dev.weir.snapshot.state.FormerName;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * From the names a class stored its fields or constants under to those they have now. Invariant: a stored name leads to
 * one element at most, and an element is reached from one stored name at most; everything else is refused.
 */
final class FormerNames {

    private final String className;
    private final Map<String, String> currentByFormer = new HashMap<>();

    private FormerNames(String className) {
        this.className = className;
    }

    /** @param fields by the name each has in the schema */
    static FormerNames of(String className, Map<String, Field> fields) {
        FormerNames names = new FormerNames(className);
        fields.forEach((current, field) -> {
            FormerName annotation = field.getAnnotation(FormerName.class);
            if (annotation != null) {
                for (String former : annotation.value()) {
                    names.add(former, current, fields.keySet());
                }
            }
        });
        return names;
    }

    private void add(String former, String current, Set<String> all) {
        String other = all.contains(former) ? former : currentByFormer.put(former, current);
        if (other != null) {
            throw new CodecException("a former name is claimed twice: class=" + className + ", former name=" + former
                    + ", claimed by=" + current + " and " + other
                    + "; give one of them another name, or take the annotation away");
        }
    }

    /** The name that something stored has now; its own where it wasn't renamed. */
    String current(String stored) {
        return currentByFormer.getOrDefault(stored, stored);
    }

    /** Refuses a writer that stored two things which are now one. */
    void requireDistinct(List<String> stored) {
        Set<String> seen = new HashSet<>();
        for (String name : stored) {
            if (!seen.add(current(name))) {
                throw new CodecException("two stored names lead to one element: class=" + className + ", stored=" + name
                        + ", element=" + current(name) + "; take a former name away, or restore both elements");
            }
        }
    }
}
