package dev.weir.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.plan.PlanEdge.Overtaking;
import dev.weir.engine.plan.PlanEdge.Pattern;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StayAlignedTest {

    private static final int SOURCE = 0;
    private static final int WAITING = 1;
    private static final int SENDER = 2;
    private static final int LAST = 3;
    private static final int BESIDE = 4;

    private final List<PlanEdge> edges = new ArrayList<>();

    private void edge(int from, int to, Overtaking overtaking) {
        edges.add(new PlanEdge(edges.size(), edges.size(), from, 0, null, to, 0, Pattern.ALL_TO_ALL, overtaking));
    }

    /** A chain that waits for barriers, and a sender behind it and beside it, both upstream of another that waits. */
    private void waitingChainUpstreamOfASender(Overtaking ofTheSender) {
        edge(SOURCE, WAITING, Overtaking.NEVER);
        edge(SOURCE, SENDER, Overtaking.ALLOWED);
        edge(WAITING, SENDER, Overtaking.ALLOWED);
        edge(WAITING, LAST, Overtaking.NEVER);
        edge(SENDER, LAST, ofTheSender);
    }

    private List<Boolean> overtaking() {
        return StayAligned.apply(edges).stream().map(PlanEdge::canBeOvertaken).toList();
    }

    @Test
    void aSenderWithAWaitingChainUpstreamDoesNotCutEarly() {
        waitingChainUpstreamOfASender(Overtaking.NEVER);
        edge(SENDER, BESIDE, Overtaking.ALLOWED);

        assertThat(overtaking()).containsExactly(false, false, false, false, false, true);
    }

    @Test
    void thatIsSoAlsoWhereTheSendersOwnEdgeCouldBeOvertaken() {
        waitingChainUpstreamOfASender(Overtaking.ALLOWED);

        assertThat(overtaking()).containsExactly(false, false, false, false, true);
    }

    @Test
    void withoutAWaitingChainUpstreamBarriersOvertakeAsBefore() {
        edge(SOURCE, WAITING, Overtaking.ALLOWED);
        edge(SOURCE, SENDER, Overtaking.ALLOWED);
        edge(WAITING, SENDER, Overtaking.ALLOWED);
        edge(SENDER, LAST, Overtaking.NEVER);
        edge(WAITING, LAST, Overtaking.ALLOWED);

        assertThat(overtaking()).containsExactly(true, true, true, false, true);
    }

    @Test
    void whatIsAlignedForOneSenderCountsForTheNext() {
        edge(SOURCE, WAITING, Overtaking.NEVER);
        edge(WAITING, SENDER, Overtaking.ALLOWED);
        edge(SENDER, LAST, Overtaking.NEVER);
        edge(LAST, BESIDE, Overtaking.NEVER);
        edge(SOURCE, LAST, Overtaking.ALLOWED);

        assertThat(overtaking()).containsExactly(false, false, false, false, false);
    }
}
