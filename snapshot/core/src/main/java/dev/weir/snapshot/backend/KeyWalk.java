package dev.weir.snapshot.backend;

import dev.weir.snapshot.backend.KeyedStateBackend.KeyAction;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.keygroup.StableHash;
import dev.weir.snapshot.state.State;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Goes over all keys that hold a state. Each key group's are gathered first, as the action may move entries. */
final class KeyWalk {

    private final KeyContext key;
    private final @Nullable Residents residents;

    /** @param residents null where all state is on the heap */
    KeyWalk(KeyContext key, @Nullable Residents residents) {
        this.key = key;
        this.residents = residents;
    }

    /** A key with its hash. */
    private record Found(Object key, int hash) {}

    /** @param state the same object as the handle */
    <S extends State> void forEach(HeapHandle handle, S state, KeyAction<S> action) throws Exception {
        boolean hadKey = key.keyGroup >= 0;
        Object keyBefore = hadKey ? key.boxed() : "";
        int hashBefore = key.hash;
        int groupBefore = key.keyGroup;
        try {
            if (residents != null) {
                residents.writeBack(handle.state);
            }
            for (int i = 0; i < handle.state.groupCount(); i++) {
                forEachOfGroup(handle, i, state, action);
            }
        } finally {
            if (hadKey) {
                key.set(keyBefore, hashBefore, groupBefore);
            } else {
                key.unset();
            }
        }
    }

    private <S extends State> void forEachOfGroup(HeapHandle handle, int group, S state, KeyAction<S> action)
            throws Exception {
        int keyGroup = handle.state.groupAt(group);
        ColdPart cold = handle.state.cold;
        for (Found each : cold == null ? onHeap(handle.state, group) : stored(cold, keyGroup)) {
            key.set(each.key, each.hash, keyGroup);
            if (handle.holds()) {
                action.accept(key.copier.copy(each.key), state);
            }
        }
    }

    private List<Found> onHeap(HeapState state, int group) {
        GroupTable table = state.tableAt(group);
        List<Found> found = new ArrayList<>();
        for (int slot = 0; table != null && slot < table.capacity(); slot++) {
            if (table.isTaken(slot)) {
                table.selectKey(slot, state.groupAt(group), key);
                found.add(new Found(key.boxed(), key.hash));
            }
        }
        return found;
    }

    private static List<Found> stored(ColdPart cold, int keyGroup) {
        return cold.keys(keyGroup).stream()
                .map(each -> new Found(each, KeyGroups.murmur(StableHash.hashOf(each))))
                .toList();
    }
}
