package dev.weir.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.graph.Edge;
import dev.weir.engine.graph.JobGraph;
import dev.weir.engine.graph.Partitioning;
import dev.weir.engine.operator.OutputTag;
import dev.weir.engine.settings.JobSettings;
import dev.weir.engine.source.Source;
import dev.weir.snapshot.format.EdgeId;
import dev.weir.snapshot.restore.ChainTarget;
import dev.weir.snapshot.restore.EdgeTarget;
import dev.weir.snapshot.restore.EdgeTarget.Dealing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RestoreTargetsTest {

    private static List<EdgeTarget> inputsOf(JobGraph graph, String headUid) {
        JobSettings settings = JobSettings.defaults("job", 3);
        ExecutionPlan plan = Planner.plan(graph, settings, Map.of());
        for (ChainTarget target : RestoreTargets.of(plan, graph, settings)) {
            if (target.head().uid().equals(headUid)) {
                return target.inputs();
            }
        }
        throw new IllegalStateException("no chain has this head: " + headUid);
    }

    @Test
    void aChainKnowsItsEdgesByTheOperatorsAtTheirEnds() {
        Drawing drawing = new Drawing();
        int source = drawing.source("source", 3, Drawing.NAMED, Source.Replay.REPLAYABLE);
        int parse = drawing.operator("parse", 3, 0, Drawing.NAMED);
        int other = drawing.source("other", 2, Drawing.NAMED, Source.Replay.REPLAYABLE);
        int join = drawing.operator("join", 5, 0, Drawing.STATEFUL);
        JobGraph graph = drawing.edge(source, parse, Drawing.FORWARD)
                .edge(parse, join, 0, Drawing.KEYED)
                .edge(other, join, 1, Drawing.KEYED)
                .graph();
        assertThat(inputsOf(graph, "join"))
                .containsExactly(
                        new EdgeTarget(new EdgeId("parse", "", "join", 0), 3, Dealing.BY_KEY_GROUP),
                        new EdgeTarget(new EdgeId("other", "", "join", 1), 2, Dealing.BY_KEY_GROUP));
        assertThat(inputsOf(graph, "source")).isEmpty();
    }

    @Test
    void aSideOutputsNameIsInTheEdges() {
        Drawing drawing = new Drawing();
        int source = drawing.source("source");
        int sink = drawing.operator("sink");
        List<Edge> edges = new ArrayList<>();
        edges.add(new Edge(source, sink, 0, new Partitioning.Rebalance(), OutputTag.of("late", String.class)));
        JobGraph graph = new JobGraph("drawn", drawing.graph().nodes(), edges);
        assertThat(inputsOf(graph, "sink"))
                .extracting(EdgeTarget::edge)
                .containsExactly(new EdgeId("source", "late", "sink", 0));
    }

    @Test
    void whatIsSentToAParticularSubtaskStaysThere() {
        assertThat(RestoreTargets.dealingOf(Drawing.KEYED)).isEqualTo(Dealing.BY_KEY_GROUP);
        for (Partitioning any :
                List.of(new Partitioning.Rebalance(), new Partitioning.Shuffle(), new Partitioning.Global())) {
            assertThat(RestoreTargets.dealingOf(any)).isEqualTo(Dealing.BY_RECEIVER);
        }
        for (Partitioning pinned : List.of(
                Drawing.FORWARD,
                new Partitioning.Rescale(),
                new Partitioning.Broadcast(),
                new Partitioning.Custom((record, targets) -> 0))) {
            assertThat(RestoreTargets.dealingOf(pinned)).isEqualTo(Dealing.PINNED);
        }
    }
}
