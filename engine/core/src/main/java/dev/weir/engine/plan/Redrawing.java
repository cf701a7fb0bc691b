package dev.weir.engine.plan;

import dev.weir.engine.graph.Edge;
import dev.weir.engine.graph.JobGraph;
import dev.weir.engine.graph.Node;
import dev.weir.engine.operator.OutputTag;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holds a graph that was drawn again, for a subtask of its own, against the plan. A program that reads the clock, a random
 * number or a file draws another one, and the plan's numbers would point at the wrong operators.
 */
public final class Redrawing {

    private Redrawing() {}

    /**
     * Checks that the plan's numbers mean the same in this graph.
     *
     * @throws JobRefusedException naming the first difference
     */
    public static void check(ExecutionPlan plan, JobGraph graph) {
        int planned =
                plan.chains().stream().mapToInt(chain -> chain.links().size()).sum();
        if (planned != graph.nodes().size()) {
            throw differs("there were " + planned + " operators and are "
                    + graph.nodes().size());
        }
        for (Chain chain : plan.chains()) {
            chain.links().forEach(link -> check(link, graph.nodes().get(link.nodeId())));
        }
        plan.edges().forEach(edge -> check(edge, graph.edges()));
    }

    private static void check(ChainLink planned, Node drawn) {
        boolean wasSource = planned.role() == ChainLink.Role.SOURCE;
        boolean isSource = drawn.body() instanceof Node.SourceBody;
        if (!planned.uid().equals(drawn.uid()) || !planned.name().equals(drawn.name()) || wasSource != isSource) {
            throw differs("operator " + planned.nodeId() + " was '" + planned.uid() + "' (" + planned.name()
                    + ") and is '" + drawn.uid() + "' (" + drawn.name() + ")");
        }
    }

    private static void check(PlanEdge planned, List<Edge> drawn) {
        if (planned.graphEdge() >= drawn.size()) {
            throw differs("edge " + planned.graphEdge() + " is gone");
        }
        Edge edge = drawn.get(planned.graphEdge());
        if (!nameOf(planned.side()).equals(nameOf(edge.side())) || planned.toInput() != edge.toInput()) {
            throw differs("edge " + planned.graphEdge() + " led to input " + planned.toInput() + " and leads to "
                    + edge.toInput() + ", side output '" + nameOf(planned.side()) + "' and '" + nameOf(edge.side())
                    + "'");
        }
    }

    private static String nameOf(@Nullable OutputTag<?> tag) {
        return tag == null ? "" : tag.name();
    }

    private static JobRefusedException differs(String difference) {
        return new JobRefusedException("a job draws the same graph each time it is asked: " + difference
                + "; define must not depend on time, randomness or anything but its arguments");
    }
}
