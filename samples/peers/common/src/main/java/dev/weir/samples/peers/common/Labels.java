package dev.weir.samples.peers.common;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Finds an enum's constant by the name users give ({@code toString}), and refuses unknown names with the known ones. */
public final class Labels {

    private Labels() {}

    /**
     * The constant of that name.
     *
     * @param option what the name was given for, for the message
     * @throws UsageException when no constant is called so
     */
    public static <E extends Enum<E>> E find(Class<E> type, String option, String name) {
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> constant.toString().equals(name))
                .findFirst()
                .orElseThrow(
                        () -> new UsageException("unknown " + option + ": " + name + "; known: " + allOf(type, ", ")));
    }

    /** All the names of a type. */
    public static <E extends Enum<E>> String allOf(Class<E> type, String separator) {
        return Arrays.stream(type.getEnumConstants()).map(Enum::toString).collect(Collectors.joining(separator));
    }
}
