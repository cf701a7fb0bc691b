package dev.weir.snapshot.segment;

import dev.weir.snapshot.format.CheckpointFolders;
import dev.weir.snapshot.format.SegmentIndex.Block;
import dev.weir.snapshot.format.SegmentIndex.KeyedStateIndex;
import dev.weir.snapshot.format.SegmentIndex.OtherSegment;
import dev.weir.snapshot.format.SnapshotBase;
import dev.weir.snapshot.format.SnapshotBase.KnownBlock;
import dev.weir.snapshot.format.SubtaskStateHandle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Which key groups of a snapshot are referred to in segments of older checkpoints instead of being written.
 *
 * <p>The rule: a group whose content the base has too is referred to where it lies, but only in segments of which the base
 * uses at least a quarter, and in the {@value #MOST_OTHERS} of these that it uses most of. So a checkpoint keeps few
 * files alive, and of each old one a quarter at least was in use when it was last referred to; what lies in others is
 * written anew. A segment that is part of a manifest is never referred to. One thread.
 */
final class Reuse {

    /** From how many segments of older checkpoints a snapshot is put together at most. */
    static final int MOST_OTHERS = 8;

    /** A segment is referred to while the base uses at least one part in this many of it. */
    static final int LEAST_USED_PART = 4;

    private final @Nullable SnapshotBase base;
    private final Set<Integer> allowed;
    private final List<OtherSegment> others = new ArrayList<>();

    /** @param base null where all is to be written */
    Reuse(@Nullable SnapshotBase base) {
        this.base = base;
        this.allowed = base == null ? Set.of() : allowed(base.handle());
    }

    private static Set<Integer> allowed(SubtaskStateHandle handle) {
        long[] used = new long[handle.index().others().size() + 1];
        handle.index().operators().stream()
                .flatMap(operator -> operator.keyedStates().stream())
                .flatMap(state -> state.groups().stream())
                .forEach(block -> used[block.segment()] += block.length());
        return new HashSet<>(IntStream.range(0, used.length)
                .boxed()
                .filter(segment -> isFile(handle, segment))
                .filter(segment -> used[segment] >= sizeOf(handle, segment) / LEAST_USED_PART)
                .sorted(Comparator.comparingLong((Integer segment) -> used[segment])
                        .reversed())
                .limit(MOST_OTHERS)
                .toList());
    }

    private static boolean isFile(SubtaskStateHandle handle, int segment) {
        return segment != Block.OWN || handle.file() != null;
    }

    private static long sizeOf(SubtaskStateHandle handle, int segment) {
        return segment == Block.OWN
                ? handle.sizeBytes()
                : handle.index().others().get(segment - 1).sizeBytes();
    }

    /** A key group that needn't be written: the stored state it is part of, and its block as the new index names it. */
    record Referred(KeyedStateIndex stored, Block block, Object content) {}

    /** Where this content of a key group lies already; null where it is to be written. */
    @Nullable
    Referred find(String uid, String state, int keyGroup, Object content) {
        SnapshotBase known = base;
        KnownBlock found = known == null ? null : known.find(uid, state, keyGroup, content);
        if (known == null || found == null || !allowed.contains(found.block().segment())) {
            return null;
        }
        Block there = found.block();
        int segment = positionOf(segmentOf(known.handle(), there.segment()));
        Block here = new Block(there.keyGroup(), there.entries(), there.offset(), there.length(), segment);
        return new Referred(found.state(), here, content);
    }

    private static OtherSegment segmentOf(SubtaskStateHandle handle, int segment) {
        return segment == Block.OWN
                ? new OtherSegment(
                        CheckpointFolders.name(handle.checkpointId()) + "/" + handle.file(),
                        handle.identity(),
                        handle.sizeBytes())
                : handle.index().others().get(segment - 1);
    }

    private int positionOf(OtherSegment segment) {
        int position = others.indexOf(segment);
        if (position < 0) {
            others.add(segment);
            position = others.size() - 1;
        }
        return position + 1;
    }

    /** The segments that were referred to, in the order in which blocks count them. */
    List<OtherSegment> others() {
        return List.copyOf(others);
    }
}
