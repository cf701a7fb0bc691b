package dev.weir.operators.function;

/** Does something with each record: {@code order -> client.send(order)}. */
@FunctionalInterface
public interface ForEachFunction<T> extends RichFunction {

    void accept(T record) throws Exception;
}
