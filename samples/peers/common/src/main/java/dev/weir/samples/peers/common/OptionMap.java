package dev.weir.samples.peers.common;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The {@code --name value} pairs of a command line. Invariant: holds known names only, each at most once. */
public final class OptionMap {

    private final Map<String, String> values;

    private OptionMap(Map<String, String> values) {
        this.values = values;
    }

    /**
     * Reads a command line.
     *
     * @throws UsageException on an unknown option, one given twice or one without a value
     */
    public static OptionMap parse(String[] args, Set<String> knownNames) {
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < args.length; i += 2) {
            String name = args[i];
            if (!knownNames.contains(name)) {
                throw new UsageException("unknown option: " + name + "; known: " + String.join(", ", knownNames));
            }
            if (i + 1 == args.length) {
                throw new UsageException("every option takes a value: " + name + " has none");
            }
            if (values.put(name, args[i + 1]) != null) {
                throw new UsageException("an option may be given once: " + name);
            }
        }
        return new OptionMap(values);
    }

    /** Whether the option was given. */
    public boolean has(String name) {
        return values.containsKey(name);
    }

    public String text(String name, String defaultValue) {
        return values.getOrDefault(name, defaultValue);
    }

    /**
     * The value of an option that must be there.
     *
     * @throws UsageException when the option is missing
     */
    public String text(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new UsageException("missing option: " + name);
        }
        return value;
    }

    /**
     * The value of an option that is a number.
     *
     * @throws UsageException when the value is no whole number in {@code [1, max]}
     */
    public int positive(String name, int defaultValue, int max) {
        String value = text(name, Integer.toString(defaultValue));
        boolean isNumber = value.matches("\\d{1,9}");
        int number = isNumber ? Integer.parseInt(value) : 0;
        if (number < 1 || number > max) {
            throw new UsageException(name + " must be a whole number in 1.." + max + ": " + value);
        }
        return number;
    }
}
