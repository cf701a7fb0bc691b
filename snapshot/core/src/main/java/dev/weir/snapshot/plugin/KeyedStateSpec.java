package dev.weir.snapshot.plugin;

import dev.weir.snapshot.backend.RestoredKeyedState;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import java.util.function.LongSupplier;

/**
 * Whose keyed state a backend keeps.
 *
 * @param uid the operator's
 * @param subtaskIndex from 0
 * @param attempt the execution attempt: local folders of two attempts differ
 * @param groups the key groups of the subtask
 * @param maxParallelism how many key groups there are
 * @param restored what to start from, cut to {@code groups}
 * @param processingTimeMillis wall-clock time since 1970, for values that expire
 */
public record KeyedStateSpec(
        String uid,
        int subtaskIndex,
        long attempt,
        KeyGroupRange groups,
        int maxParallelism,
        RestoredKeyedState restored,
        LongSupplier processingTimeMillis) {}
