package dev.weir.snapshot.state;

import java.util.List;

/**
 * A list that belongs to no key, and that every subtask is shown the whole of after a restore.
 *
 * <p>Each subtask writes its own elements only, so that nothing is stored twice however often the job is restored. After a
 * restore a subtask's own elements are its share of {@link #restored}: the shares together are the whole, and their sizes
 * differ by at most one. A subtask that wants others replaces them: {@code update(mine)}.
 */
public interface UnionListState<T> extends ListState<T> {

    /**
     * What all subtasks together had, in the order of the subtasks: the same in each. Empty where nothing was restored.
     *
     * @throws IllegalStateException after {@code open}, when it is let go of
     */
    List<T> restored();
}
