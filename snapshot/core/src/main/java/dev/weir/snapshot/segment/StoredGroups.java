package dev.weir.snapshot.segment;

import dev.weir.snapshot.format.SegmentIndex.Block;
import dev.weir.snapshot.format.SegmentIndex.KeyedStateIndex;
import dev.weir.snapshot.format.SnapshotBase.StateContents;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The key groups of one state in a snapshot, in rising order: those that were written, and those that lie in older segments.
 * Invariant: a block is told to be of the schema that it was written by.
 */
final class StoredGroups {

    /** @param stored what the block was written as; null where that is the snapshot at hand */
    private record Group(
            @Nullable KeyedStateIndex stored,
            Block block,
            @Nullable Object content) {}

    private final List<Group> groups = new ArrayList<>();

    /** A group that was written. */
    void add(Block block, @Nullable Object content) {
        groups.add(new Group(null, block, content));
    }

    /** A group that lies in an older segment. */
    void add(Reuse.Referred referred) {
        groups.add(new Group(referred.stored(), referred.block(), referred.content()));
    }

    /**
     * The state's entries in the index: one for each schema that some group was written by.
     *
     * @param written the state as it is written now, without its groups; it has an entry unless all groups are old ones
     */
    List<StateContents> bySchema(String uid, KeyedStateIndex written) {
        List<KeyedStateIndex> schemas = new ArrayList<>();
        if (groups.isEmpty() || groups.stream().anyMatch(group -> group.stored == null)) {
            schemas.add(written);
        }
        for (Group group : groups) {
            if (group.stored != null && schemas.stream().noneMatch(schema -> isAlike(schema, group.stored))) {
                schemas.add(group.stored);
            }
        }
        return schemas.stream()
                .map(schema -> entry(uid, schema, groupsOf(schema, written)))
                .toList();
    }

    private List<Group> groupsOf(KeyedStateIndex schema, KeyedStateIndex written) {
        return groups.stream()
                .filter(group -> isAlike(schema, group.stored == null ? written : group.stored))
                .toList();
    }

    /** Whether bytes of the one mean the same as bytes of the other. */
    private static boolean isAlike(KeyedStateIndex one, KeyedStateIndex other) {
        return Objects.equals(one.values(), other.values())
                && Objects.equals(one.keys(), other.keys())
                && one.types().equals(other.types())
                && one.timeToLive() == other.timeToLive();
    }

    private static StateContents entry(String uid, KeyedStateIndex schema, List<Group> groups) {
        KeyedStateIndex state = new KeyedStateIndex(
                schema.name(),
                schema.kind(),
                schema.namespace(),
                schema.timeToLive(),
                schema.types(),
                schema.values(),
                schema.keys(),
                groups.stream().map(Group::block).toList());
        List<@Nullable Object> contents = new ArrayList<>();
        groups.forEach(group -> contents.add(group.content));
        return new StateContents(uid, state, contents);
    }
}
