package dev.weir.snapshot.restore;

import dev.weir.snapshot.format.SubtaskStateHandle;
import java.util.List;

/**
 * What one new subtask restores: which handles, and what of each. Small enough for a message, nothing is read yet.
 *
 * @param folder the checkpoint's folder within the job's, where the handles' files are
 * @param handles the old subtasks' handles; the operators refer to them by position
 */
public record SubtaskSlice(
        int chain, int index, String folder, List<SubtaskStateHandle> handles, List<OperatorSlice> operators) {

    public SubtaskSlice {
        handles = List.copyOf(handles);
        operators = List.copyOf(operators);
    }

    /** The same slice of a checkpoint whose folder is elsewhere: one that was moved. */
    public SubtaskSlice inFolder(String newFolder) {
        return new SubtaskSlice(chain, index, newFolder, handles, operators);
    }

    /**
     * What one operator of the subtask restores.
     *
     * @param firstKeyGroup of the groups it owns
     * @param lastKeyGroup of the groups it owns, included; {@code firstKeyGroup - 1} where it takes no keyed state
     * @param keyedHandles positions of the handles that hold some of these groups
     * @param eventTime the smallest watermark it inherits; {@code Long.MIN_VALUE} where there is none
     * @param drained whether all old subtasks of the operator were drained
     */
    public record OperatorSlice(
            String uid,
            int firstKeyGroup,
            int lastKeyGroup,
            List<Integer> keyedHandles,
            List<ElementSlice> elements,
            long eventTime,
            boolean drained) {

        public OperatorSlice {
            keyedHandles = List.copyOf(keyedHandles);
            elements = List.copyOf(elements);
        }
    }

    /**
     * Elements {@code [from, to)} of one operator state of one handle. A slice of none says that the state exists.
     *
     * @param handle the handle's position
     */
    public record ElementSlice(String state, int handle, int from, int to) {}
}
