package dev.weir.operators.window;

import dev.weir.snapshot.backend.KeyedStateBackend;
import dev.weir.snapshot.backend.LongNamespaced;
import dev.weir.snapshot.state.LongState;
import dev.weir.snapshot.state.LongStateDescriptor;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Windows that keep a sum of longs, without boxes: a box is made when a window fires. */
final class LongContents<IN> implements WindowContents<IN, Long> {

    private final ToLongFunction<? super IN> summand;
    private @Nullable LongNamespaced<LongState> sums;

    LongContents(ToLongFunction<? super IN> summand) {
        this.summand = summand;
    }

    @Override
    public void open(KeyedStateBackend backend, String stateName) {
        sums = backend.namespaced(LongStateDescriptor.of(stateName));
    }

    @Override
    public boolean add(long windowStart, IN element) {
        LongState sum = at(windowStart);
        boolean isNew = !sum.isSet();
        sum.add(summand.applyAsLong(element));
        return isNew;
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
        return Objects.requireNonNull(sums, "open comes first").at(windowStart);
    }
}
