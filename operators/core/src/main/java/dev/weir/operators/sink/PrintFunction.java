package dev.weir.operators.sink;

import dev.weir.operators.function.ForEachFunction;
import dev.weir.operators.function.RuntimeContext;
import java.io.PrintStream;

/** Prints each record on a line of its own: {@code name> record}, or {@code name:2> record} where there are subtasks. */
public final class PrintFunction<T> implements ForEachFunction<T> {

    private final String name;
    private final PrintStream out;
    private String prefix;

    /** @param out where to; not closed */
    public PrintFunction(String name, PrintStream out) {
        this.name = name;
        this.out = out;
        this.prefix = name + "> ";
    }

    @Override
    public void open(RuntimeContext context) {
        prefix = context.parallelism() == 1 ? name + "> " : name + ":" + context.subtaskIndex() + "> ";
    }

    @Override
    public void accept(T record) {
        out.println(prefix + record);
    }
}
