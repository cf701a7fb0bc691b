package dev.weir.snapshot.backend;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** {@link dev.weir.snapshot.state.ListState} whose elements expire one by one: those in the slot are {@link Stamped}. */
final class ExpiringListHandle<T> extends ListHandle<T> {

    private final Lifetime lifetime;

    ExpiringListHandle(HeapState state, boolean immutableElements, Lifetime lifetime) {
        super(state, immutableElements);
        this.lifetime = lifetime;
    }

    @Override
    public Iterable<T> get() {
        HeapList list = listToHandOut();
        if (list == null) {
            return List.of();
        }
        long now = lifetime.nowMillis();
        List<Stamped> live = live(list, lifetime.cutoffMillis(now));
        if (lifetime.isRenewedByReads()) {
            live.replaceAll(each -> new Stamped(now, each.value()));
            replace(live, list.ownedAt);
        } else if (live.size() < list.view().size()) {
            replace(live, list.ownedAt);
        }
        List<Object> values = new ArrayList<>(live.size());
        live.forEach(each -> values.add(each.value()));
        return Unchecked.cast(Collections.unmodifiableList(values));
    }

    private static List<Stamped> live(HeapList list, long cutoffMillis) {
        List<Stamped> live = new ArrayList<>();
        for (Object each : list.view()) {
            Stamped element = (Stamped) each;
            if (element.lastUseMillis() > cutoffMillis) {
                live.add(element);
            }
        }
        return live;
    }

    private void replace(List<Stamped> elements, int ownedAt) {
        if (elements.isEmpty()) {
            clear();
        } else {
            storeOwned(HeapList.of(elements, ownedAt));
        }
    }

    @Override
    Object storable(Object ownedElement) {
        return new Stamped(lifetime.nowMillis(), ownedElement);
    }

    @Override
    void purge() {
        HeapList list = current();
        if (list != null) {
            List<Stamped> live = live(list, lifetime.cutoffMillis());
            if (live.size() < list.view().size()) {
                replace(live, list.ownedAt);
            }
        }
    }
}
