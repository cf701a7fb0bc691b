package dev.weir.snapshot.backend;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Walks over the timers of a key group. */
final class TimerEntries implements KeyedEntries {

    private final @Nullable Timer[] timers;
    private final int end;
    private int position;
    private @Nullable Timer current;

    /** Walks over the timers at positions {@code [start, end)}. */
    TimerEntries(@Nullable Timer[] timers, int start, int end) {
        this.timers = timers;
        this.position = start;
        this.end = end;
    }

    @Override
    public boolean next() {
        if (position == end) {
            return false;
        }
        current = timers[position++];
        return true;
    }

    private Timer timer() {
        return Objects.requireNonNull(current);
    }

    @Override
    public KeyForm keyForm() {
        return timer().key == null ? KeyForm.LONG : KeyForm.OBJECT;
    }

    @Override
    public long longKey() {
        return timer().longKey;
    }

    @Override
    public long firstWord() {
        throw noText();
    }

    @Override
    public long secondWord() {
        throw noText();
    }

    private static IllegalStateException noText() {
        return new IllegalStateException("timers keep keys as longs or objects, never as words");
    }

    @Override
    public Object key() {
        return timer().boxedKey();
    }

    @Override
    public long namespace() {
        return timer().namespace;
    }

    @Override
    public Object namespaceOrNull() {
        return timer().namespace;
    }

    @Override
    public boolean hasLongs() {
        return true;
    }

    @Override
    public long longValue() {
        return timer().timestamp;
    }

    @Override
    public Object value() {
        return timer().timestamp;
    }
}
