package dev.weir.engine.simulation.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.simulation.ledger.Row;
import dev.weir.engine.simulation.program.Topology.Buckets;
import dev.weir.engine.simulation.program.Topology.Dealing;
import dev.weir.engine.simulation.program.Topology.EdgeSpec;
import dev.weir.engine.simulation.program.Topology.Input;
import dev.weir.engine.simulation.program.Topology.KeyClass;
import dev.weir.engine.simulation.program.Topology.Material;
import dev.weir.engine.simulation.program.Topology.NodeSpec;
import dev.weir.engine.simulation.program.Topology.Order;
import dev.weir.engine.simulation.program.Topology.Place;
import dev.weir.engine.simulation.program.Topology.Promise;
import dev.weir.engine.simulation.program.Topology.Provenance;
import dev.weir.engine.simulation.program.Topology.Route;
import dev.weir.engine.simulation.program.Topology.Side;
import dev.weir.engine.simulation.program.Topology.Silence;
import dev.weir.engine.simulation.program.Topology.Time;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReferenceTest {

    private static final Input EXACT = new Input(Order.BY_NUMBER, Provenance.SOURCES, Time.EXACT);

    /** One key, so that all is known: a source of 25 records, 10 ms apart, into a counter, into a sink. */
    private static Topology counted() {
        Topology.Kind records = new Topology.Records(1, 25, 1, Dealing.AT_START, Silence.NEVER, Material.IMMUTABLE);
        Topology.Kind counter = new Topology.Counter(1, Buckets.BY_EVENT_TIME, KeyClass.LONG);
        return new Topology(
                7,
                List.of(
                        new NodeSpec(0, records, 0, 5, Place.CHAINED, EXACT),
                        new NodeSpec(1, counter, 1, 5, Place.ALONE, EXACT),
                        new NodeSpec(2, new Topology.Sink(), 2, 5, Place.ALONE, EXACT)),
                List.of(
                        new EdgeSpec(0, Side.MAIN, 1, 0, Route.KEYED),
                        new EdgeSpec(1, Side.MAIN, 2, 0, Route.REBALANCE)),
                3,
                Promise.EXACTLY_ONCE);
    }

    private static List<Row> rows(Emissions.Tells tells) {
        Topology topology = counted();
        return new Reference(topology)
                .rowsOf(topology.nodes().get(2)).stream()
                        .filter(row -> row.origin() == Emissions.origin(1, tells))
                        .toList();
    }

    @Test
    void aCounterCountsUpToTheNumberOfRecordsAndKnowsTheirSumAtTheLast() {
        long sum = 0;
        SourceShape shape = SourceShape.of(counted(), counted().nodes().get(0));
        for (int position = 0; position < 25; position++) {
            sum += shape.datum(0, position).value();
        }

        List<Row> counts = rows(Emissions.Tells.COUNT);

        assertThat(counts)
                .extracting(Row::number)
                .hasSize(25)
                .startsWith(1L, 2L)
                .endsWith(25L);
        assertThat(counts.get(24).value()).isEqualTo(sum);
        assertThat(counts.get(23).value()).isEqualTo(Reference.ANY_VALUE);
    }

    @Test
    void aBucketHoldsTheRecordsOfItsHundredMilliseconds() {
        assertThat(rows(Emissions.Tells.BUCKET)).extracting(Row::number).containsExactly(99L, 199L, 299L);
    }

    @Test
    void eachKeyHasOneAlarm() {
        assertThat(rows(Emissions.Tells.ALARM)).hasSize(1);
    }
}
