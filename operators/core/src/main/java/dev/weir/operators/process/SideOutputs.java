package dev.weir.operators.process;

import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.OutputTag;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Side outputs of one operator by their tags; the one used last is found without a look-up. */
public final class SideOutputs {

    private final OperatorContext context;
    private final Map<OutputTag<?>, Output<?>> outputs = new HashMap<>();
    private @Nullable OutputTag<?> lastTag;
    private @Nullable Output<?> lastOutput;

    public SideOutputs(OperatorContext context) {
        this.context = context;
    }

    /** Emits to the side output. */
    public <S> void emit(OutputTag<S> tag, S record, long timestamp) {
        find(tag).emit(record, timestamp);
    }

    @SuppressWarnings("unchecked") // the output was made for an equal tag, which has the same type
    private <S> Output<S> find(OutputTag<S> tag) {
        Output<?> last = lastOutput;
        if (last != null && tag.equals(lastTag)) {
            return (Output<S>) last;
        }
        Output<S> output = (Output<S>) outputs.computeIfAbsent(tag, context::sideOutput);
        lastTag = tag;
        lastOutput = output;
        return output;
    }
}
