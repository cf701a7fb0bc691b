package dev.weir.snapshot.operator;

import dev.weir.snapshot.backend.StateRegistrationException;
import dev.weir.snapshot.codec.Codecs;
import dev.weir.snapshot.format.OperatorStateBlock;
import dev.weir.snapshot.format.OperatorStateBlock.Redistribution;
import dev.weir.snapshot.restore.RestoredElements;
import dev.weir.snapshot.state.ListState;
import dev.weir.snapshot.state.ListStateDescriptor;
import dev.weir.snapshot.state.MapState;
import dev.weir.snapshot.state.MapStateDescriptor;
import dev.weir.snapshot.state.StateDescriptor;
import dev.weir.snapshot.state.TypeHint;
import dev.weir.snapshot.state.UnionListState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The state of one operator in one subtask that belongs to no key and that its user declares. Invariants: a name belongs to
 * one kind, redistribution and type; states are registered while the operator opens. The subtask's thread uses it.
 */
public final class OperatorStates {

    /** One of how many subtasks it is, from 0. */
    public record Place(int index, int parallelism) {}

    private final String uid;
    private final Place place;
    private final Codecs codecs;
    private Map<String, RestoredElements> restored;
    private final Map<String, DeclaredState> states = new LinkedHashMap<>();
    private final Set<String> taken = new TreeSet<>();
    private boolean isOpened;

    /**
     * Those of an operator that is about to be opened.
     *
     * @param uid the operator's
     * @param loader finds the classes of the job's values
     * @param restored by name, dealt out for this subtask
     */
    public OperatorStates(String uid, Place place, ClassLoader loader, Map<String, RestoredElements> restored) {
        this.uid = uid;
        this.place = place;
        this.codecs = new Codecs(loader);
        this.restored = restored;
    }

    /**
     * A list of this subtask's own. It keeps its place while the parallelism is unchanged, else all elements are dealt out
     * anew so that sizes differ by at most one.
     *
     * @throws StateRegistrationException where the name is taken, or what was restored under it can't be converted
     */
    public <T> ListState<T> list(ListStateDescriptor<T> descriptor) {
        return list(descriptor, Redistribution.SPLIT);
    }

    /** A list that every subtask is shown the whole of after a restore. @throws StateRegistrationException as {@link #list} */
    public <T> UnionListState<T> union(ListStateDescriptor<T> descriptor) {
        return list(descriptor, Redistribution.UNION);
    }

    @SuppressWarnings(
            "unchecked") // a known state was registered by an equal descriptor, and elements are read by its type
    private <T> OperatorList<T> list(ListStateDescriptor<T> descriptor, Redistribution redistribution) {
        DeclaredState known = known(descriptor, redistribution);
        if (known != null) {
            return (OperatorList<T>) known;
        }
        ElementCodec codec = codec(descriptor.name(), List.of(descriptor.elementType()));
        List<T> all = new ArrayList<>();
        for (@Nullable Object[] element : restored(descriptor, redistribution, codec)) {
            all.add((T) element[0]);
        }
        boolean isUnion = redistribution == Redistribution.UNION;
        List<T> own = isUnion ? share(all) : all;
        OperatorList<T> list =
                new OperatorList<>(descriptor, redistribution, codec, own, isUnion ? List.copyOf(all) : null);
        states.put(descriptor.name(), list);
        return list;
    }

    /** The shares of all subtasks together are the whole. */
    private <T> List<T> share(List<T> all) {
        long size = all.size();
        int from = (int) (size * place.index / place.parallelism);
        int to = (int) (size * (place.index + 1) / place.parallelism);
        return all.subList(from, to);
    }

    /**
     * A map that all subtasks hold the same of: each writes it in the same way for the same broadcast records.
     *
     * @throws StateRegistrationException where the name is taken, or what was restored under it can't be converted
     */
    @SuppressWarnings("unchecked") // a known state was registered by an equal descriptor
    public <K, V> MapState<K, V> broadcast(MapStateDescriptor<K, V> descriptor) {
        DeclaredState known = known(descriptor, Redistribution.BROADCAST);
        if (known != null) {
            return (MapState<K, V>) known;
        }
        ElementCodec codec = codec(descriptor.name(), List.of(descriptor.keyType(), descriptor.valueType()));
        BroadcastMap<K, V> map = new BroadcastMap<>(descriptor, codec);
        map.restore(restored(descriptor, Redistribution.BROADCAST, codec));
        states.put(descriptor.name(), map);
        return map;
    }

    private ElementCodec codec(String name, List<TypeHint<?>> types) {
        return new ElementCodec(placeOf(name), codecs, types);
    }

    private String placeOf(String name) {
        return "operator=" + uid + ", state=" + name;
    }

    /** The state registered before under the descriptor's name; null where there is none. */
    private @Nullable DeclaredState known(StateDescriptor<?> descriptor, Redistribution redistribution) {
        String name = descriptor.name();
        if (isOpened) {
            throw new StateRegistrationException("state that belongs to no key is registered in open: " + placeOf(name)
                    + "; keep the handle in a field");
        }
        if (descriptor.ttl() != null) {
            throw new StateRegistrationException("only keyed state has a time to live: " + placeOf(name)
                    + "; give the descriptor none, and remove what is too old by a timer");
        }
        if (taken.contains(name)) {
            throw new StateRegistrationException("the operator itself keeps state under this name: " + placeOf(name)
                    + "; give the state another name");
        }
        DeclaredState known = states.get(name);
        boolean isOther =
                known != null && !(known.descriptor().equals(descriptor) && known.redistribution() == redistribution);
        if (known != null && isOther) {
            throw new StateRegistrationException("a state's name belongs to one kind and type within an operator: "
                    + placeOf(name) + ", registered=" + text(known.descriptor(), known.redistribution())
                    + ", asked for=" + text(descriptor, redistribution) + "; give one of them another name");
        }
        return known;
    }

    private static String text(StateDescriptor<?> descriptor, Redistribution redistribution) {
        String types = descriptor instanceof MapStateDescriptor<?, ?> map
                ? map.keyType() + ", " + map.valueType()
                : descriptor instanceof ListStateDescriptor<?> list
                        ? list.elementType().toString()
                        : "";
        return redistribution + " " + descriptor.kind() + "[" + types + "]";
    }

    private List<@Nullable Object[]> restored(
            StateDescriptor<?> descriptor, Redistribution redistribution, ElementCodec codec) {
        RestoredElements stored = restored.get(descriptor.name());
        if (stored == null) {
            return List.of();
        }
        if (stored.redistribution() != redistribution) {
            throw new StateRegistrationException("a state must keep how it is dealt out: " + placeOf(descriptor.name())
                    + ", stored=" + stored.redistribution() + ", declared=" + redistribution
                    + "; give the new state another name");
        }
        return codec.decode(stored);
    }

    /** The operator itself keeps something under a name, which no user may register. */
    public void take(String name) {
        taken.add(name);
        if (states.containsKey(name)) {
            throw new StateRegistrationException("the operator itself keeps state under this name: " + placeOf(name)
                    + "; give the state another name");
        }
    }

    /** The operator has been opened: no other state is registered any more, and nothing that was restored is kept. */
    public void opened() {
        isOpened = true;
        restored = Map.of();
        states.values().forEach(DeclaredState::opened);
    }

    /** Names of the states that were registered. */
    public Set<String> registered() {
        return new TreeSet<>(states.keySet());
    }

    /** Names of restored states with elements for this subtask that nothing has registered. */
    public Set<String> unclaimed() {
        Set<String> names = new TreeSet<>();
        restored.forEach((name, elements) -> {
            if (elements.size() > 0 && !states.containsKey(name)) {
                names.add(name);
            }
        });
        return names;
    }

    /**
     * All states as they are now, encoded; states of immutable types that haven't been written since are encoded once. What
     * is written afterwards never shows in it, also where user code mutates an element in place.
     */
    public Map<String, OperatorStateBlock> freeze() {
        Map<String, OperatorStateBlock> blocks = new LinkedHashMap<>();
        states.forEach((name, state) -> blocks.put(name, state.freeze()));
        return blocks;
    }
}
