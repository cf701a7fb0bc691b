package dev.weir.engine.subtask;

import dev.weir.engine.plan.Channels.InputChannel;
import dev.weir.engine.plan.ExecutionPlan;
import dev.weir.engine.plan.PlanEdge;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.snapshot.format.EdgeId;
import dev.weir.snapshot.format.InFlight.Channel;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** The input channels of a subtask, by names that outlive a plan. Index i belongs to channel i. */
final class InFlightNames {

    private final List<Channel> names = new ArrayList<>();
    private final BitSet stayAligned = new BitSet();

    InFlightNames(ExecutionPlan plan, SubtaskId subtask, List<InputChannel> inputs) {
        for (InputChannel input : inputs) {
            PlanEdge edge = plan.edges().get(input.edge());
            if (!edge.canBeOvertaken()) {
                stayAligned.set(names.size());
            }
            names.add(new Channel(plan.idOf(edge), input.from().index(), subtask.index()));
        }
    }

    Channel of(int channel) {
        return names.get(channel);
    }

    /** The channels on which no barrier overtakes. */
    BitSet stayAligned() {
        return stayAligned;
    }

    /**
     * The channel that has this name. Where there is none, since records were dealt out anew, another of the edge.
     *
     * @throws IllegalStateException where no such edge leads here
     */
    int numberOf(Channel name) {
        int number = names.indexOf(name);
        return number >= 0 ? number : firstOf(name.edge());
    }

    private int firstOf(EdgeId edge) {
        for (int number = 0; number < names.size(); number++) {
            if (names.get(number).edge().equals(edge)) {
                return number;
            }
        }
        throw new IllegalStateException("records that were under way come back to the edge they were on: edge=" + edge
                + ", edges that lead here="
                + names.stream().map(Channel::edge).distinct().toList()
                + "; restore the job as it was, or take a savepoint before it is changed");
    }
}
