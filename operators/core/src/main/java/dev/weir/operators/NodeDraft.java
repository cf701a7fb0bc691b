package dev.weir.operators;

import dev.weir.engine.graph.Node;
import dev.weir.engine.graph.Node.Chaining;
import dev.weir.engine.graph.Node.Delivery;
import dev.weir.engine.graph.Node.StateUse;
import dev.weir.engine.graph.Node.Threading;
import dev.weir.engine.graph.Node.Traits;
import dev.weir.engine.graph.Node.UidOrigin;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.state.TypeHint;
import org.jspecify.annotations.Nullable;

/** A node while its job is being defined: modifiers may still change it. Confined to the thread that defines. */
final class NodeDraft {

    final int id;
    private final Node.Body body;
    private final StateUse state;
    private final @Nullable TypeHint<?> keyType;
    private final String kind;
    private String uid;
    private UidOrigin uidOrigin;
    private @Nullable String displayName;
    private int parallelism;
    private int maxParallelism;
    private Threading threading = Threading.SHARED;
    private Chaining chaining = Chaining.ALLOWED;
    private Delivery delivery = Delivery.NO_SINK;

    NodeDraft(int id, String kind, Node.Body body, StateUse state, @Nullable TypeHint<?> keyType) {
        this.id = id;
        this.body = body;
        this.state = state;
        this.keyType = keyType;
        this.kind = kind;
        this.uid = kind + "#" + id;
        this.uidOrigin = UidOrigin.DERIVED;
    }

    String uid() {
        return uid;
    }

    /** For people: the name the user gave for that, else the uid the user gave, else the operation. */
    String name() {
        if (displayName != null) {
            return displayName;
        }
        return uidOrigin == UidOrigin.NAMED_BY_USER ? uid : kind;
    }

    /** What messages call it. */
    String describe() {
        return name().equals(uid) ? "'" + uid + "'" : name() + " '" + uid + "'";
    }

    void nameByUser(String newUid) {
        uid = newUid;
        uidOrigin = UidOrigin.NAMED_BY_USER;
    }

    void displayName(String newName) {
        displayName = newName;
    }

    void parallelism(int value) {
        requireInRange("parallelism", value);
        if (maxParallelism != 0 && value > maxParallelism) {
            throw aboveMax(value, maxParallelism);
        }
        parallelism = value;
    }

    void maxParallelism(int value) {
        requireInRange("maxParallelism", value);
        if (parallelism > value) {
            throw aboveMax(parallelism, value);
        }
        maxParallelism = value;
    }

    void ownThread() {
        threading = Threading.OWN_THREAD;
    }

    void chainHead() {
        chaining = Chaining.HEAD;
    }

    void delivers(Delivery value) {
        delivery = value;
    }

    /** The parallelism it will have. */
    int parallelismOr(int otherwise) {
        return parallelism == 0 ? otherwise : parallelism;
    }

    Node build(int jobParallelism) {
        return new Node(
                id,
                uid,
                name(),
                body,
                parallelism == 0 ? jobParallelism : parallelism,
                maxParallelism,
                keyType,
                new Traits(uidOrigin, state, threading, chaining, delivery));
    }

    private void requireInRange(String what, int value) {
        if (value < 1 || value > KeyGroups.MAX_PARALLELISM_LIMIT) {
            throw new IllegalArgumentException(what + " of " + describe() + " must be in 1.."
                    + KeyGroups.MAX_PARALLELISM_LIMIT + ": got " + value);
        }
    }

    private IllegalArgumentException aboveMax(int subtasks, int max) {
        return new IllegalArgumentException("parallelism must not exceed max parallelism: " + describe()
                + " has parallelism=" + subtasks + ", maxParallelism=" + max
                + "; lower the one or raise the other");
    }
}
