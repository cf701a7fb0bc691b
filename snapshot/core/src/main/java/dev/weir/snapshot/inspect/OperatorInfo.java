package dev.weir.snapshot.inspect;

import dev.weir.snapshot.format.OperatorStateBlock.Redistribution;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * One operator as it was.
 *
 * @param uid its name in the job
 * @param keyedStates timers among them, by name
 * @param operatorStates those that belong to no key, by name
 * @param enumeratorBytes of the state of a source's enumerator; 0 for other operators
 * @param nativeFiles those of its state backend, of all subtasks; empty where key groups hold its state
 */
public record OperatorInfo(
        String uid,
        int parallelism,
        int maxParallelism,
        List<KeyedStateInfo> keyedStates,
        List<OperatorStateInfo> operatorStates,
        long enumeratorBytes,
        List<NativeFileInfo> nativeFiles) {

    public OperatorInfo {
        keyedStates = List.copyOf(keyedStates);
        operatorStates = List.copyOf(operatorStates);
        nativeFiles = List.copyOf(nativeFiles);
    }

    /** One keyed state. @throws NoSuchElementException where there is none of that name: those there are named */
    public KeyedStateInfo keyedState(String name) {
        return keyedStates.stream()
                .filter(state -> state.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException("a state is named as when it was stored: operator=" + uid
                        + ", state=" + name + ", stored states="
                        + keyedStates.stream().map(KeyedStateInfo::name).toList()));
    }

    /** How many bytes all its states take, as they are stored. */
    public long bytes() {
        return enumeratorBytes
                + keyedStates.stream().mapToLong(KeyedStateInfo::bytes).sum()
                + operatorStates.stream().mapToLong(OperatorStateInfo::bytes).sum()
                + nativeFiles.stream().mapToLong(NativeFileInfo::bytes).sum();
    }

    /**
     * A file of a state backend.
     *
     * @param name what the backend calls it
     * @param path within the job's folder; null where it is in a subtask's segment
     */
    public record NativeFileInfo(String name, @Nullable String path, long bytes) {}

    /**
     * A state that belongs to no key.
     *
     * @param elements of all subtasks together
     */
    public record OperatorStateInfo(String name, Redistribution redistribution, long elements, long bytes) {}
}
