package dev.weir.operators.window;

import dev.weir.snapshot.backend.KeyedStateBackend;
import dev.weir.snapshot.backend.LongNamespaced;
import dev.weir.snapshot.state.LongState;
import dev.weir.snapshot.state.LongStateDescriptor;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Windows that keep one long, without boxes: a box is made when a window fires. */
final class LongContents<IN> implements WindowContents<IN, Long> {

    private final ToLongFunction<? super IN> value;
    private final LongFold fold;
    private @Nullable LongNamespaced<LongState> folded;

    LongContents(ToLongFunction<? super IN> value, LongFold fold) {
        this.value = value;
        this.fold = fold;
    }

    @Override
    public void open(KeyedStateBackend backend, String stateName) {
        folded = backend.namespaced(LongStateDescriptor.of(stateName));
    }

    @Override
    public boolean add(long windowStart, IN element) {
        return add(windowStart, value.applyAsLong(element));
    }

    @Override
    public boolean merge(long windowStart, Partial partial) {
        return add(windowStart, partial.longValue());
    }

    private boolean add(long windowStart, long more) {
        LongState state = at(windowStart);
        if (state.isSet()) {
            state.update(fold.combine(state.value(), more));
            return false;
        }
        state.update(more);
        return true;
    }

    @Override
    public Long result(long windowStart) {
        return at(windowStart).value();
    }

    @Override
    public void clear(long windowStart) {
        at(windowStart).clear();
    }

    private LongState at(long windowStart) {
        return Objects.requireNonNull(folded, "open comes first").at(windowStart);
    }
}
