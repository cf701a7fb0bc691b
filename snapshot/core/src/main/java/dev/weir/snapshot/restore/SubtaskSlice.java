package dev.weir.snapshot.restore;

import dev.weir.snapshot.format.InFlight;
import dev.weir.snapshot.format.SubtaskStateHandle;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import dev.weir.snapshot.restore.RestoredInFlight.Channels;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one new subtask restores: which handles, and what of each. Small enough for a message, nothing is read yet.
 *
 * @param folder the checkpoint's folder within the job's, where the handles' files are
 * @param handles the old subtasks' handles; the operators refer to them by position
 * @param unclaimed what is done with state that the operators don't register
 */
public record SubtaskSlice(
        int chain,
        int index,
        String folder,
        List<SubtaskStateHandle> handles,
        List<OperatorSlice> operators,
        InFlightSlice inFlight,
        RestorePlan.Unclaimed unclaimed) {

    /** Of which nothing may be left unclaimed. */
    public SubtaskSlice(
            int chain,
            int index,
            String folder,
            List<SubtaskStateHandle> handles,
            List<OperatorSlice> operators,
            InFlightSlice inFlight) {
        this(chain, index, folder, handles, operators, inFlight, RestorePlan.Unclaimed.REFUSE);
    }

    public SubtaskSlice {
        handles = List.copyOf(handles);
        operators = List.copyOf(operators);
    }

    /** The same slice of a checkpoint whose folder is elsewhere: one that was moved. */
    public SubtaskSlice inFolder(String newFolder) {
        return new SubtaskSlice(chain, index, newFolder, handles, operators, inFlight, unclaimed);
    }

    /**
     * What one operator of the subtask restores.
     *
     * @param firstKeyGroup of the groups it owns
     * @param lastKeyGroup of the groups it owns, included; {@code firstKeyGroup - 1} where it takes no keyed state
     * @param keyedHandles positions of the handles that hold some of these groups
     * @param eventTime the smallest watermark it inherits; {@code Long.MIN_VALUE} where there is none
     * @param stored what it was when its state was written
     */
    public record OperatorSlice(
            String uid,
            int firstKeyGroup,
            int lastKeyGroup,
            List<Integer> keyedHandles,
            List<ElementSlice> elements,
            long eventTime,
            RestoredOperator.Drain drain,
            StoredAs stored) {

        /** Of an operator that was stored as what it is. */
        public OperatorSlice(
                String uid,
                int firstKeyGroup,
                int lastKeyGroup,
                List<Integer> keyedHandles,
                List<ElementSlice> elements,
                long eventTime,
                RestoredOperator.Drain drain) {
            this(uid, firstKeyGroup, lastKeyGroup, keyedHandles, elements, eventTime, drain, StoredAs.same(uid));
        }

        public OperatorSlice {
            keyedHandles = List.copyOf(keyedHandles);
            elements = List.copyOf(elements);
        }

        /** The key groups it owns. */
        public KeyGroupRange keyGroups() {
            return new KeyGroupRange(firstKeyGroup, lastKeyGroup);
        }
    }

    /**
     * Elements {@code [from, to)} of one operator state of one handle. A slice of none says that the state exists.
     *
     * @param state its stored name
     * @param handle the handle's position
     */
    public record ElementSlice(String state, int handle, int from, int to) {}

    /**
     * What was under way to the subtask.
     *
     * @param times of channels that are the same as before
     * @param pendingAdvances by uid
     * @param parts in the order in which they are processed
     */
    public record InFlightSlice(
            Channels channels,
            List<InFlight.ChannelTime> times,
            Map<String, Long> pendingAdvances,
            List<PartSlice> parts) {

        /** Nothing was under way. */
        public static final InFlightSlice NONE = new InFlightSlice(Channels.SAME, List.of(), Map.of(), List.of());

        public InFlightSlice {
            times = List.copyOf(times);
            pendingAdvances = Map.copyOf(pendingAdvances);
            parts = List.copyOf(parts);
        }
    }

    /**
     * One part of one handle.
     *
     * @param handle the handle's position
     * @param part the part's position in the handle's index
     * @param channel the channel it is on in the job that is about to start
     * @param owned which of its records are taken; null for all of them, on an edge without keys
     */
    public record PartSlice(
            int handle,
            int part,
            InFlight.Channel channel,
            @Nullable OwnedGroups owned) {}

    /**
     * The records whose key is in a range of key groups.
     *
     * @param first of the range
     * @param last of the range, included
     * @param maxParallelism the groups are counted by
     * @param storedMaxParallelism the stored groups were counted by
     */
    public record OwnedGroups(int first, int last, int maxParallelism, int storedMaxParallelism) {}
}
