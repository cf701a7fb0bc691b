package dev.weir.snapshot.rocksdb;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.snapshot.format.DamagedCheckpointException;
import dev.weir.snapshot.format.Sealed;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * What is in the files of a database beside what a manifest tells: a file of its own among them, {@link #NAME}. Part of the
 * checkpoint format.
 *
 * @param firstGroup the first key group of the subtask
 * @param lastGroup the last one
 * @param states each in a column family
 */
record FilesIndex(int firstGroup, int lastGroup, List<State> states) {

    static final String NAME = "WEIR";

    /** The version of this format and of the rows. */
    static final int FORMAT_VERSION = 1;

    /**
     * One state.
     *
     * @param family the name of its column family
     * @param counts how many entries each key group has, from the first
     */
    record State(String name, String family, List<Integer> counts) {
        State {
            counts = List.copyOf(counts);
        }
    }

    FilesIndex {
        states = List.copyOf(states);
    }

    /** That of a frozen view. */
    static FilesIndex of(List<FrozenState> states, KeyGroupRange groups) {
        return new FilesIndex(
                groups.first(),
                groups.last(),
                states.stream()
                        .map(state -> new State(
                                state.meta().name(),
                                state.familyName(),
                                Arrays.stream(state.counts()).boxed().toList()))
                        .toList());
    }

    KeyGroupRange groups() {
        return new KeyGroupRange(firstGroup, lastGroup);
    }

    /** The state of a name. */
    State state(String name) {
        return states.stream()
                .filter(state -> state.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the files of a database have each state that the manifest"
                        + " names: state=" + name + ", there=" + states));
    }

    void write(Path folder) throws IOException {
        Files.write(folder.resolve(NAME), Sealed.seal(this));
    }

    static FilesIndex read(Path folder) throws IOException {
        JsonNode content = Sealed.open(NAME, Files.readAllBytes(folder.resolve(NAME)));
        FilesIndex index = Sealed.value(NAME, content, new TypeReference<>() {});
        for (State state : index.states) {
            if (state.counts().size() != index.groups().size()) {
                throw new DamagedCheckpointException(
                        NAME, "each state has a count for each key group: state=" + state.name());
            }
        }
        return index;
    }
}
