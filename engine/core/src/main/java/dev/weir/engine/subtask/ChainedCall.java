package dev.weir.engine.subtask;

import dev.weir.engine.operator.OperatorFailure;

/** The call itself: the template that is copied for each operator class. */
final class ChainedCall extends ChainedOutput {

    ChainedCall(Link target) {
        super(target);
    }

    @Override
    public void emit(Object record, long timestamp) {
        try {
            input.process(record, timestamp);
        } catch (OperatorFailure known) {
            throw target.remember(known);
        } catch (Throwable failure) {
            throw target.remember(new OperatorFailure(target.uid(), "process", record, failure));
        }
    }
}
