package dev.weir.engine.subtask;

import dev.weir.engine.graph.Node.StateUse;
import dev.weir.engine.operator.SplitAware;
import dev.weir.engine.operator.SplitAware.SplitPart;
import dev.weir.engine.source.SourceReader.TimeScope;
import dev.weir.engine.source.SplitScope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells the operators of a source's chain which splits there are and which one is read. Invariant: a split is known to
 * all of them from before the reader gets it until the reader has finished it.
 */
final class SourceSplits {

    private record Listener(String uid, SplitAware operator) {}

    private final List<Listener> listeners = new ArrayList<>();
    private final Map<String, Held> held = new LinkedHashMap<>();
    private boolean isObserved;

    /** @param source the head of a chain that is built */
    SourceSplits(Link source) {
        addListeners(source);
    }

    private void addListeners(Link parent) {
        for (Link child : parent.children()) {
            if (child.operator() instanceof SplitAware aware) {
                listeners.add(new Listener(child.uid(), aware));
            } else if (child.traits().state() == StateUse.STATELESS) {
                addListeners(child);
            }
        }
    }

    /** How the reader keeps time; once, before any split. */
    void scope(TimeScope scope) {
        isObserved = scope == TimeScope.SPLIT && !listeners.isEmpty();
        if (isObserved) {
            listeners.forEach(listener -> listener.operator().onSplitsFollow());
        }
    }

    /** Whether splits have a time of their own that belongs into their checkpoint. */
    boolean isObserved() {
        return isObserved;
    }

    /** @param restored by operator uid */
    void add(String splitId, Map<String, byte[]> restored) {
        if (!isObserved) {
            return;
        }
        Held before = held.get(splitId);
        if (before != null) {
            before.finish();
        }
        List<SplitPart> parts = new ArrayList<>();
        for (Listener listener : listeners) {
            byte @Nullable [] state = restored.get(listener.uid());
            parts.add(listener.operator().onSplitAdded(state));
        }
        held.put(splitId, new Held(splitId, parts.toArray(SplitPart[]::new)));
    }

    void noneAtPresent() {
        if (isObserved) {
            listeners.forEach(listener -> listener.operator().onNoSplitAtPresent());
        }
    }

    SplitScope of(String splitId) {
        if (!isObserved) {
            return SplitScope.UNOBSERVED;
        }
        Held split = held.get(splitId);
        if (split == null) {
            throw new IllegalArgumentException(
                    "a reader tells of splits that it was given and has not finished: split='" + splitId + "', held="
                            + held.keySet());
        }
        return split;
    }

    /** What the operators keep for a split, by operator uid. */
    Map<String, byte[]> snapshot(String splitId) {
        Map<String, byte[]> states = new HashMap<>();
        Held split = held.get(splitId);
        for (int i = 0; split != null && i < split.parts.length; i++) {
            states.put(listeners.get(i).uid(), split.parts[i].snapshot());
        }
        return states;
    }

    private final class Held implements SplitScope {
        private final String splitId;
        private final SplitPart[] parts;

        Held(String splitId, SplitPart[] parts) {
            this.splitId = splitId;
            this.parts = parts;
        }

        @Override
        public void open() {
            for (SplitPart part : parts) {
                part.onOpened();
            }
        }

        @Override
        public void enter() {
            for (SplitPart part : parts) {
                part.onEntered();
            }
        }

        @Override
        public void finish() {
            if (held.remove(splitId, this)) {
                for (SplitPart part : parts) {
                    part.onFinished();
                }
            }
        }
    }
}
