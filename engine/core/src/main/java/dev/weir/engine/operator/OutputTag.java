package dev.weir.engine.operator;

import dev.weir.snapshot.state.TypeHint;

/** Names a side output and its type. The name is unique within the operator that writes it. */
public record OutputTag<T>(String name, TypeHint<T> type) {

    public static <T> OutputTag<T> of(String name, Class<T> type) {
        return new OutputTag<>(name, TypeHint.of(type));
    }

    public static <T> OutputTag<T> of(String name, TypeHint<T> type) {
        return new OutputTag<>(name, type);
    }
}
