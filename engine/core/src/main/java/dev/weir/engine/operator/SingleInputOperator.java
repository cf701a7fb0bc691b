package dev.weir.engine.operator;

/** An operator with one input, which is itself. */
public abstract class SingleInputOperator<IN, OUT> implements Operator<OUT>, Input<IN> {

    @Override
    public final Input<?> input(int index) {
        if (index != 0) {
            throw new IllegalArgumentException("the operator has one input: index=" + index);
        }
        return this;
    }
}
