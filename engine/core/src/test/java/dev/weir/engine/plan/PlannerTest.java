package dev.weir.engine.plan;

import static dev.weir.engine.plan.Drawing.FORWARD;
import static dev.weir.engine.plan.Drawing.KEYED;
import static dev.weir.engine.plan.Drawing.NAMED;
import static dev.weir.engine.plan.Drawing.STATEFUL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.engine.graph.Node.Chaining;
import dev.weir.engine.graph.Node.StateUse;
import dev.weir.engine.graph.Node.Threading;
import dev.weir.engine.graph.Node.Traits;
import dev.weir.engine.graph.Node.UidOrigin;
import dev.weir.engine.graph.Partitioning;
import dev.weir.engine.settings.JobSettings;
import dev.weir.engine.source.Source;
import dev.weir.testing.Seeds;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlannerTest {

    private static final JobSettings THREE = JobSettings.defaults("job", 3);
    private static final Partitioning REBALANCE = new Partitioning.Rebalance();

    private final Drawing drawing = new Drawing();

    private ExecutionPlan plan() {
        return Planner.plan(drawing.graph(), THREE, Map.of());
    }

    private void refused(String... parts) {
        assertThatThrownBy(this::plan)
                .isInstanceOf(JobRefusedException.class)
                .message()
                .contains(parts);
    }

    @Test
    void forwardEdgesBecomeOneChainUpToTheKeyedOperator() {
        int source = drawing.source("numbers");
        int map = drawing.operator("double");
        int sum = drawing.operator("sum", 0, 0, STATEFUL);
        int print = drawing.operator("print");
        drawing.edge(source, map, FORWARD).edge(map, sum, KEYED).edge(sum, print, FORWARD);

        ExecutionPlan plan = plan();

        assertThat(plan.chains()).extracting(Chain::name).containsExactly("numbers -> double", "sum -> print");
        assertThat(plan.chain(1).head().role()).isEqualTo(ChainLink.Role.KEYED);
        assertThat(plan.edges()).singleElement().satisfies(edge -> {
            assertThat(edge.pattern()).isEqualTo(PlanEdge.Pattern.ALL_TO_ALL);
            assertThat(List.of(edge.fromChain(), edge.fromLink(), edge.toChain(), edge.graphEdge()))
                    .containsExactly(0, 1, 1, 1);
        });
        assertThat(plan.subtasks()).hasSize(6);
    }

    @Test
    void twoForwardConsumersOfOneNodeShareItsChainAsATree() {
        int source = drawing.source("in");
        int left = drawing.operator("left");
        int afterLeft = drawing.operator("after left");
        int right = drawing.operator("right");
        drawing.edge(source, left, FORWARD).edge(left, afterLeft, FORWARD).edge(source, right, FORWARD);

        Chain chain = plan().chain(0);

        assertThat(chain.links()).extracting(ChainLink::parent).containsExactly(-1, 0, 1, 0);
    }

    @Test
    void aUnionAnotherThreadAndAWantedHeadStartAChain() {
        int a = drawing.source("a");
        int b = drawing.source("b");
        int union = drawing.operator("union");
        int blocking = drawing.operator(
                "blocking",
                0,
                0,
                new Traits(UidOrigin.DERIVED, StateUse.STATELESS, Threading.OWN_THREAD, Chaining.ALLOWED));
        int head = drawing.operator(
                "head", 0, 0, new Traits(UidOrigin.DERIVED, StateUse.STATELESS, Threading.OWN_THREAD, Chaining.HEAD));
        drawing.edge(a, union, FORWARD).edge(b, union, FORWARD);
        drawing.edge(union, blocking, FORWARD).edge(blocking, head, FORWARD);

        ExecutionPlan plan = plan();

        assertThat(plan.chains()).hasSize(5);
        assertThat(plan.edges()).extracting(PlanEdge::pattern).containsOnly(PlanEdge.Pattern.ONE_TO_ONE);
        assertThat(plan.chain(3).threading()).isEqualTo(Threading.OWN_THREAD);
    }

    @Test
    void rescaleIsPointwise() {
        int source = drawing.source("in");
        int sink = drawing.operator("out", 5, 0, NAMED);
        drawing.edge(source, sink, new Partitioning.Rescale());

        assertThat(plan().edges()).extracting(PlanEdge::pattern).containsExactly(PlanEdge.Pattern.POINTWISE);
    }

    @Test
    void sourcesComeFirstAlsoWhenDrawnLast() {
        int first = drawing.source("first");
        int join = drawing.operator("join");
        int second = drawing.source("second");
        drawing.edge(first, join, 0, KEYED).edge(second, join, 1, KEYED);

        assertThat(plan().chains()).extracting(Chain::name).containsExactly("first", "second", "join");
    }

    @Test
    void maxParallelismIsTheOperatorsElseTheSettingsElseAdoptedElseDerived() {
        int source = drawing.source("in");
        int own = drawing.operator("own", 0, 7, STATEFUL);
        int other = drawing.operator("other", 0, 0, STATEFUL);
        drawing.edge(source, own, KEYED).edge(source, other, KEYED);
        Map<String, Integer> adopted = Map.of("own", 9, "other", 11);

        assertThat(maxParallelism(THREE, adopted)).containsExactly(128, 7, 11);
        assertThat(maxParallelism(THREE.withMaxParallelism(13), adopted)).containsExactly(13, 7, 13);
        assertThat(maxParallelism(THREE, Map.of())).containsExactly(128, 7, 128);
    }

    private List<Integer> maxParallelism(JobSettings settings, Map<String, Integer> adopted) {
        return Planner.plan(drawing.graph(), settings, adopted).chains().stream()
                .map(Chain::maxParallelism)
                .toList();
    }

    @Test
    void theFingerprintIsThatOfTheDrawing() {
        drawing.edge(drawing.source("in"), drawing.operator("out"), REBALANCE);
        String once = plan().fingerprint();
        Drawing again = new Drawing();
        again.edge(again.source("in"), again.operator("out"), REBALANCE);
        Drawing other = new Drawing();
        other.edge(other.source("in"), other.operator("out"), FORWARD);

        assertThat(Planner.plan(again.graph(), THREE, Map.of()).fingerprint())
                .isEqualTo(once)
                .hasSize(64);
        assertThat(Planner.plan(other.graph(), THREE, Map.of()).fingerprint()).isNotEqualTo(once);
        assertThat(Planner.plan(again.graph(), THREE.withParallelism(5), Map.of())
                        .fingerprint())
                .isNotEqualTo(once);
    }

    @Test
    void anEmptyGraphIsRefused() {
        refused("at least one source", "'drawn'");
    }

    @Test
    void twoOperatorsWithOneUidAreBothNamed() {
        int source = drawing.source("twin");
        drawing.edge(source, drawing.operator("twin"), FORWARD);
        refused("uid 'twin'", "(node 0)", "(node 1)", "another name");
    }

    @Test
    void stateWithoutANameIsRefused() {
        Traits unnamed = new Traits(UidOrigin.DERIVED, StateUse.STATEFUL, Threading.SHARED, Chaining.ALLOWED);
        drawing.edge(drawing.source("in"), drawing.operator("sum-2", 0, 0, unnamed), KEYED);
        refused("operator 'sum-2'", "give it a name");
    }

    @Test
    void parallelismOutOfRangeIsRefusedWithTheOperator() {
        drawing.edge(drawing.source("in"), drawing.operator("out", -1, 0, NAMED), REBALANCE);
        refused("parallelism must be in 1..32768", "got -1", "operator 'out'");
    }

    @Test
    void maxParallelismOutOfRangeIsRefusedWithTheOperator() {
        drawing.edge(drawing.source("in"), drawing.operator("out", 0, 40_000, NAMED), REBALANCE);
        refused("max parallelism must be in 1..32768", "got 40000");
    }

    @Test
    void parallelismAboveMaxParallelismIsRefused() {
        drawing.edge(drawing.source("in"), drawing.operator("out", 200, 127, NAMED), REBALANCE);
        refused("parallelism=200, maxParallelism=127", "weir.max-parallelism");
    }

    @Test
    void parallelismAboveTheStoredMaxParallelismIsRefused() {
        drawing.edge(drawing.source("in"), drawing.operator("sum", 200, 0, STATEFUL), KEYED);
        assertThatThrownBy(() -> Planner.plan(drawing.graph(), THREE, Map.of("sum", 128)))
                .hasMessageContainingAll("stored with", "parallelism=200, maxParallelism=128", "operator 'sum'");
    }

    @Test
    void aForwardEdgeBetweenUnequalParallelismIsRefused() {
        drawing.edge(drawing.source("in"), drawing.operator("out", 5, 0, NAMED), FORWARD);
        refused("source 'in' has 3", "operator 'out' has 5", "rebalance");
    }

    @Test
    void aCycleIsRefusedWithItsNodes() {
        int source = drawing.source("in");
        int a = drawing.operator("a");
        int b = drawing.operator("b");
        drawing.edge(source, a, REBALANCE).edge(a, b, REBALANCE).edge(b, a, REBALANCE);
        refused("no cycle", "operator 'a', operator 'b'");
    }

    @Test
    void anInputNobodyFeedsIsRefused() {
        int join = drawing.operator("join");
        drawing.edge(drawing.source("in"), join, 1, KEYED);
        refused("input 0 of operator 'join'");
    }

    @Test
    void warnsOfADerivedMaxParallelismAndOfASourceThatCannotBeReplayed() {
        int source = drawing.source("socket", 1, NAMED, Source.Replay.ONCE_ONLY);
        drawing.edge(source, drawing.operator("sum", 0, 0, STATEFUL), KEYED);

        assertThat(PlanWarnings.of(drawing.graph(), THREE, Map.of()))
                .satisfiesExactly(
                        first -> assertThat(first).contains("source 'socket'", "at-most-once"),
                        second -> assertThat(second).contains("operator 'sum' got 128", "weir.max-parallelism"));
        assertThat(PlanWarnings.of(drawing.graph(), THREE.withMaxParallelism(90), Map.of()))
                .hasSize(1);
    }

    /** Random acyclic graphs: each node is in one chain, edges lead upwards, and both ends number channels alike. */
    @Seeds(100)
    void plansOfRandomGraphsHoldTheirInvariants(long seed) {
        Random random = new Random(seed);
        drawing.source("in");
        int nodes = 2 + random.nextInt(8);
        for (int node = 1; node < nodes; node++) {
            drawing.operator("node " + node, random.nextBoolean() ? 0 : 1 + random.nextInt(5), 0, NAMED);
        }
        List<Partitioning> kinds = List.of(REBALANCE, KEYED, new Partitioning.Rescale());
        for (int to = 1; to < nodes; to++) {
            for (int n = random.nextInt(2); n >= 0; n--) {
                drawing.edge(random.nextInt(to), to, kinds.get(random.nextInt(3)));
            }
        }

        ExecutionPlan plan = plan();

        assertThat(plan.chains().stream()
                        .flatMap(chain -> chain.links().stream())
                        .map(ChainLink::nodeId))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, nodes).boxed().toList());
        Channels channels = new Channels(plan);
        for (PlanEdge edge : plan.edges()) {
            assertThat(edge.fromChain()).isLessThan(edge.toChain());
            for (int sender = 0; sender < plan.chain(edge.fromChain()).parallelism(); sender++) {
                for (Channels.OutputChannel target : channels.targetsOf(edge, sender)) {
                    assertThat(channels.inputsOf(target.to())
                                    .get(target.channelAtReceiver())
                                    .from()
                                    .index())
                            .isEqualTo(sender);
                }
            }
        }
    }
}
