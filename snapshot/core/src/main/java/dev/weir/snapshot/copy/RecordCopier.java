package dev.weir.snapshot.copy;

import org.jspecify.annotations.Nullable;

/** Copies records that are mostly of one class: it remembers the class met last. One owner, one thread. */
public final class RecordCopier {

    private @Nullable Class<?> lastClass;

    /** Null where objects of the last class are their own copies. */
    private @Nullable DeepCopier lastCopier;

    /**
     * A deep copy of the record; the record itself where it is immutable throughout.
     *
     * @throws UncopyableException where something in it can't be copied rightly
     */
    public Object copy(Object value) {
        if (value.getClass() != lastClass) {
            remember(value.getClass());
        }
        DeepCopier copier = lastCopier;
        return copier == null ? value : DeepCopy.copyRoot(copier, value);
    }

    private void remember(Class<?> type) {
        DeepCopier copier = DeepCopy.copierOf(type);
        lastCopier = copier == DeepCopy.SAME ? null : copier;
        lastClass = type;
    }
}
