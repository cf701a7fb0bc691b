package dev.weir.snapshot.operator;

import dev.weir.snapshot.copy.Copiers;
import dev.weir.snapshot.copy.RecordCopier;
import dev.weir.snapshot.format.OperatorStateBlock;
import dev.weir.snapshot.format.OperatorStateBlock.Redistribution;
import dev.weir.snapshot.state.ListStateDescriptor;
import dev.weir.snapshot.state.UnionListState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A list of one subtask. A list that was handed out isn't written any more: the next write makes another one. Mutable
 * elements are copied when they come in; those handed out are the list's own.
 */
final class OperatorList<T> implements UnionListState<T>, DeclaredState {

    private final ListStateDescriptor<T> descriptor;
    private final Redistribution redistribution;
    private final ElementCodec codec;
    private final RecordCopier copier = new RecordCopier();
    private final boolean immutable;
    private List<T> elements = new ArrayList<>();
    private @Nullable List<T> restored;
    private boolean isHandedOut;

    /** What was frozen last; null where anything has been written since, or may have been changed in place. */
    private @Nullable OperatorStateBlock lastFrozen;

    /**
     * A list with what is restored.
     *
     * @param restored by all subtasks together; null for none, and where it isn't shown
     */
    OperatorList(
            ListStateDescriptor<T> descriptor,
            Redistribution redistribution,
            ElementCodec codec,
            List<T> own,
            @Nullable List<T> restored) {
        this.descriptor = descriptor;
        this.redistribution = redistribution;
        this.codec = codec;
        this.immutable = Copiers.isAlwaysImmutable(descriptor.elementType().rawType());
        this.elements.addAll(own);
        this.restored = restored;
    }

    @Override
    public ListStateDescriptor<T> descriptor() {
        return descriptor;
    }

    @Override
    public Redistribution redistribution() {
        return redistribution;
    }

    @Override
    public List<T> restored() {
        List<T> all = restored;
        if (all == null) {
            throw new IllegalStateException(
                    "what all subtasks had is read in open, then it is let go of: state=" + descriptor.name());
        }
        return all;
    }

    @Override
    public void opened() {
        restored = null;
    }

    @Override
    public Iterable<T> get() {
        isHandedOut = true;
        return Collections.unmodifiableList(elements);
    }

    @Override
    public void add(T element) {
        T owned = owned(element);
        writable().add(owned);
    }

    @Override
    public void addAll(List<? extends T> added) {
        List<T> owned = owned(added);
        writable().addAll(owned);
    }

    @Override
    public void update(List<? extends T> replacement) {
        List<T> owned = owned(replacement);
        clear();
        elements.addAll(owned);
    }

    @Override
    public void clear() {
        elements = new ArrayList<>();
        isHandedOut = false;
        lastFrozen = null;
    }

    private List<T> writable() {
        if (isHandedOut) {
            elements = new ArrayList<>(elements);
            isHandedOut = false;
        }
        lastFrozen = null;
        return elements;
    }

    private List<T> owned(List<? extends T> added) {
        List<T> owned = new ArrayList<>(added.size());
        added.forEach(element -> owned.add(owned(element)));
        return owned;
    }

    @SuppressWarnings("unchecked") // a copy has the class of the original
    private T owned(T element) {
        if (element == null) {
            throw new NullPointerException("a list state takes no null: state=" + descriptor.name()
                    + "; the list is as it was before the call");
        }
        return immutable ? element : (T) copier.copy(element);
    }

    @Override
    public OperatorStateBlock freeze() {
        OperatorStateBlock known = lastFrozen;
        if (known != null) {
            return known;
        }
        List<byte[]> encoded = new ArrayList<>(elements.size());
        elements.forEach(element -> encoded.add(codec.encode(element)));
        OperatorStateBlock block = new OperatorStateBlock(redistribution, encoded, codec.schema());
        lastFrozen = immutable ? block : null;
        return block;
    }
}
