package dev.weir.engine.plan;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.engine.graph.Edge;
import dev.weir.engine.graph.JobGraph;
import dev.weir.engine.graph.Node;
import dev.weir.engine.graph.Node.Threading;
import dev.weir.engine.graph.Partitioning;
import java.util.List;
import org.junit.jupiter.api.Test;

class RedrawingTest {

    private static final ExecutionPlan PLAN = new ExecutionPlan(
            "job",
            List.of(
                    new Chain(0, "in", List.of(link(0, "in")), 2, 7, Threading.SHARED),
                    new Chain(1, "out", List.of(link(1, "out")), 3, 7, Threading.SHARED)),
            List.of(new PlanEdge(0, 0, 0, 0, null, 1, 0, PlanEdge.Pattern.ALL_TO_ALL, PlanEdge.Overtaking.ALLOWED)),
            "fingerprint");

    @Test
    void theSameGraphIsAccepted() {
        assertThatCode(() -> Redrawing.check(PLAN, graph("out", 0))).doesNotThrowAnyException();
    }

    @Test
    void anotherOperatorIsNamed() {
        assertThatThrownBy(() -> Redrawing.check(PLAN, graph("out-17:03", 0)))
                .isInstanceOf(JobRefusedException.class)
                .hasMessageContaining("operator 1 was 'out' (out) and is 'out-17:03'");
    }

    @Test
    void anotherNumberOfOperatorsIsNamed() {
        assertThatThrownBy(() -> Redrawing.check(PLAN, new JobGraph("job", List.of(node(0, "in")), List.of())))
                .hasMessageContaining("there were 2 operators and are 1");
    }

    @Test
    void anEdgeIntoAnotherInputIsNamed() {
        assertThatThrownBy(() -> Redrawing.check(PLAN, graph("out", 1)))
                .hasMessageContaining("edge 0 led to input 0 and leads to 1");
    }

    private static ChainLink link(int node, String name) {
        return new ChainLink(node, name, name, ChainLink.Role.PLAIN, -1, null, 0);
    }

    private static JobGraph graph(String last, int toInput) {
        return new JobGraph(
                "job",
                List.of(node(0, "in"), node(1, last)),
                List.of(new Edge(0, 1, toInput, new Partitioning.Rebalance(), null)));
    }

    private static Node node(int id, String name) {
        Node.OperatorBody body = new Node.OperatorBody(() -> {
            throw new AssertionError("only drawn");
        });
        return new Node(id, name, name, body, 0, 0, null, Node.Traits.STATELESS);
    }
}
