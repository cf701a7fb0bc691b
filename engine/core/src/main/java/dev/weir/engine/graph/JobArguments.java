package dev.weir.engine.graph;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The arguments of a job: {@code --name value} pairs; a name without a value stands for {@code true}. */
public final class JobArguments {

    private final Map<String, String> values;

    private JobArguments(Map<String, String> values) {
        this.values = values;
    }

    public static JobArguments none() {
        return new JobArguments(Map.of());
    }

    /**
     * Parses a command line.
     *
     * @throws IllegalArgumentException for a value without a name, or a name given twice
     */
    public static JobArguments parse(List<String> commandLine) {
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < commandLine.size(); i++) {
            String name = commandLine.get(i);
            if (!name.startsWith("--") || name.length() == 2) {
                throw new IllegalArgumentException(
                        "job arguments are --name value: got '" + name + "' where a --name was expected");
            }
            boolean hasValue =
                    i + 1 < commandLine.size() && !commandLine.get(i + 1).startsWith("--");
            String value = hasValue ? commandLine.get(++i) : "true";
            if (values.put(name.substring(2), value) != null) {
                throw new IllegalArgumentException("a job argument is given once: " + name + " is given twice");
            }
        }
        return new JobArguments(values);
    }

    public Optional<String> find(String name) {
        return Optional.ofNullable(values.get(name));
    }

    public String get(String name, String otherwise) {
        return values.getOrDefault(name, otherwise);
    }

    /** A whole number. @throws IllegalArgumentException naming argument and value where it is none */
    public long getLong(String name, long otherwise) {
        String value = values.get(name);
        if (value == null) {
            return otherwise;
        }
        try {
            return Long.parseLong(value.replace("_", ""));
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException("job argument --" + name + " is a whole number: got '" + value + "'");
        }
    }

    /** The value. @throws IllegalArgumentException naming the argument where it is missing */
    public String require(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("job argument --" + name + " is required; given: " + values.keySet());
        }
        return value;
    }

    /** All arguments, in the order they were given. */
    public Map<String, String> asMap() {
        return Map.copyOf(values);
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
