package dev.weir.snapshot.backend;

import java.io.IOException;
import java.util.List;
import java.util.Set;

/** What a backend restores from, already cut to the key groups it owns. */
public interface RestoredKeyedState {

    /** Names of the states and timers that are stored. */
    Set<String> names();

    /**
     * Pushes one state. Called when the state is registered, so that values are decoded as the reader declares them.
     *
     * @param reader what the running program declares under this name
     * @throws StateRegistrationException where what is stored can't be read as that: state, class and field named
     */
    void replay(StateMeta reader, KeyedStateSink sink) throws IOException;

    /** What it is put together of, under the names that states have now; itself where it is of one piece. */
    default List<RestoredKeyedState> pieces() {
        return List.of(this);
    }

    /** Nothing restored. */
    RestoredKeyedState EMPTY = new RestoredKeyedState() {
        @Override
        public Set<String> names() {
            return Set.of();
        }

        @Override
        public void replay(StateMeta reader, KeyedStateSink sink) {
            throw new IllegalStateException("nothing was restored: state=" + reader.name());
        }
    };
}
