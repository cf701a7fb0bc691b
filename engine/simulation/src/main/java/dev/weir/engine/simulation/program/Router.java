package dev.weir.engine.simulation.program;

import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.OutputTag;
import dev.weir.engine.operator.SingleInputOperator;
import dev.weir.engine.simulation.program.Topology.Routing;
import dev.weir.engine.simulation.program.Topology.Side;

/** Works on each record alone: changes it, drops some, repeats some, sends some to a side output. */
final class Router extends SingleInputOperator<Datum, Datum> {

    static final OutputTag<Datum> SIDE = OutputTag.of("side", Datum.class);

    private final int node;
    private final Routing routing;
    private final Interference interference;
    private Output<Datum> output = (record, timestamp) -> {};
    private Output<Datum> side = (record, timestamp) -> {};

    Router(int node, Routing routing, Interference interference) {
        this.node = node;
        this.routing = routing;
        this.interference = interference;
    }

    @Override
    public void open(OperatorContext context, Output<Datum> to) throws Exception {
        output = to;
        side = context.sideOutput(SIDE);
        interference.before(Phase.OPEN);
    }

    @Override
    public void process(Datum datum, long timestamp) throws Exception {
        interference.before(Phase.PROCESS);
        long value = datum.value() + node;
        for (Routes.Copy copy : Routes.of(node, routing, datum.origin(), datum.lane(), datum.number(), datum.key())) {
            Output<Datum> to = copy.side() == Side.MAIN ? output : side;
            to.emit(datum.changed(copy.lane(), copy.key(), value), timestamp);
        }
    }

    @Override
    public void close() throws Exception {
        interference.before(Phase.CLOSE);
    }
}
