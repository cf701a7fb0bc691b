package dev.weir.engine.simulation.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.graph.JobArguments;
import dev.weir.engine.plan.ExecutionPlan;
import dev.weir.engine.plan.Planner;
import dev.weir.engine.settings.JobSettings;
import dev.weir.engine.simulation.ledger.Ledger;
import dev.weir.engine.simulation.ledger.Row;
import dev.weir.engine.simulation.ledger.Token;
import dev.weir.engine.simulation.program.Topology.EdgeSpec;
import dev.weir.engine.simulation.program.Topology.Material;
import dev.weir.engine.simulation.program.Topology.NodeSpec;
import dev.weir.engine.simulation.program.Topology.Promise;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TopologyDrawTest {

    private static final int JOBS = 300;

    private static List<Topology> topologies() {
        List<Topology> drawn = new ArrayList<>();
        for (long seed = 1; seed <= JOBS; seed++) {
            drawn.add(TopologyDraw.draw(seed, new SplittableRandom(seed), Material.MUTABLE, Promise.EXACTLY_ONCE));
        }
        return drawn;
    }

    @Test
    void everyDrawnJobCanRunAtAnyParallelism() {
        JobSettings settings = JobSettings.defaults("drawn", 2);
        for (Topology topology : topologies()) {
            for (int parallelism = 1; parallelism <= 4; parallelism++) {
                Scene scene = new Scene(topology, new Ledger((token, rows) -> {}), phase -> {}, new Blind());
                GeneratedJob job = new GeneratedJob(scene, Collections.nCopies(topology.groups(), parallelism));

                ExecutionPlan plan = Planner.plan(job.build(JobArguments.none(), 2), settings, Map.of());

                assertThat(plan.subtasks()).isNotEmpty();
            }
        }
    }

    @Test
    void twoNodesAreJoinedByOneEdgePerOutputAndInput() {
        for (Topology topology : topologies()) {
            Set<List<Object>> joints = new HashSet<>();
            for (EdgeSpec edge : topology.edges()) {
                assertThat(joints.add(List.of(edge.from(), edge.side(), edge.to(), edge.toInput())))
                        .as("%s in %s", edge, topology)
                        .isTrue();
            }
        }
    }

    @Test
    void everyRecordOfASourceReachesASinkOrACounterUnlessARouterDropsIt() {
        for (Topology topology : topologies()) {
            Reference reference = new Reference(topology);
            boolean drops = topology.nodes().stream()
                    .anyMatch(node -> node.kind() instanceof Topology.Router router
                            && (router.routing() == Topology.Routing.DROP_SOME
                                    || router.routing() == Topology.Routing.SIDE_OUTPUT));
            if (!drops) {
                assertThat(rowsOfAllSinks(topology, reference))
                        .as("%s", topology)
                        .isNotEmpty();
            }
        }
    }

    private static List<Row> rowsOfAllSinks(Topology topology, Reference reference) {
        List<Row> rows = new ArrayList<>();
        for (NodeSpec node : topology.nodes()) {
            if (node.kind() instanceof Topology.Sink) {
                rows.addAll(reference.rowsOf(node));
            }
        }
        return rows;
    }

    /** Sees nothing. */
    private static final class Blind implements Observer {
        @Override
        public void breach(String invariant, String values) {
            throw new AssertionError(invariant + ": " + values);
        }

        @Override
        public void onProcessed(long checkpointId, int node, Map<Integer, Long> processed) {
            // nothing runs here
        }

        @Override
        public void onPrepared(long checkpointId, List<Token> tokens) {
            // nothing runs here
        }

        @Override
        public boolean mayEndEarly() {
            return false;
        }

        @Override
        public void onPosition(long checkpointId, int origin, long position) {
            // nothing runs here
        }
    }
}
