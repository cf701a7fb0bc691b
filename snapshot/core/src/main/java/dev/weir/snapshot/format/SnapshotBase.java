package dev.weir.snapshot.format;

import dev.weir.snapshot.format.SegmentIndex.Block;
import dev.weir.snapshot.format.SegmentIndex.KeyedStateIndex;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a process knows of its subtask's part of a checkpoint, so that a later snapshot can refer to it. Immutable.
 *
 * <p>Invariant: a content, which is an object compared by identity, stands for what its block holds and for nothing else.
 */
public final class SnapshotBase {

    private final SubtaskStateHandle handle;
    private final Map<String, List<StateContents>> contents;

    /**
     * The contents of one state.
     *
     * @param state one of the handle's
     * @param contents of its key groups, in their order; null where one isn't known
     */
    public record StateContents(String uid, KeyedStateIndex state, List<@Nullable Object> contents) {}

    /** A block, and the state it is of. */
    public record KnownBlock(
            KeyedStateIndex state, Block block, @Nullable Object content) {}

    /** @param contents of the handle's states; those that are missing aren't known */
    public SnapshotBase(SubtaskStateHandle handle, List<StateContents> contents) {
        this.handle = handle;
        Map<String, List<StateContents>> byState = new HashMap<>();
        for (StateContents state : contents) {
            byState.merge(key(state.uid, state.state.name()), List.of(state), SnapshotBase::joined);
        }
        this.contents = byState;
    }

    private static List<StateContents> joined(List<StateContents> some, List<StateContents> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    private static String key(String uid, String state) {
        return uid + "\n" + state;
    }

    /** The subtask's part of the checkpoint. */
    public SubtaskStateHandle handle() {
        return handle;
    }

    /** The block that holds this content of a key group; null where none does. */
    public @Nullable KnownBlock find(String uid, String state, int keyGroup, Object content) {
        for (StateContents of : contents.getOrDefault(key(uid, state), List.of())) {
            int position = position(of.state.groups(), keyGroup);
            if (position >= 0 && of.contents.get(position) == content) {
                return new KnownBlock(of.state, of.state.groups().get(position), content);
            }
        }
        return null;
    }

    private static int position(List<Block> groups, int keyGroup) {
        int low = 0;
        int high = groups.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int there = groups.get(middle).keyGroup();
            if (there == keyGroup) {
                return middle;
            }
            if (there < keyGroup) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    /** The native files of an operator; null where it had none. */
    public @Nullable NativeIndex nativeState(String uid) {
        SegmentIndex.OperatorIndex operator = handle.index().operator(uid);
        return operator == null ? null : operator.nativeState();
    }
}
