package dev.weir.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.graph.Node.Threading;
import dev.weir.engine.plan.Channels.InputChannel;
import dev.weir.engine.plan.Channels.OutputChannel;
import dev.weir.engine.plan.PlanEdge.Pattern;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.testing.Seeds;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

class ChannelsTest {

    /** Random chains and edges: sender and receiver agree on every channel, and each channel has one sender. */
    @Seeds(200)
    void bothSidesComputeTheSameNumbers(long seed) {
        Random random = new Random(seed);
        ExecutionPlan plan = randomPlan(random);
        Channels channels = new Channels(plan);
        Set<String> sent = new HashSet<>();

        for (PlanEdge edge : plan.edges()) {
            for (int sender = 0; sender < plan.chain(edge.fromChain()).parallelism(); sender++) {
                List<OutputChannel> targets = channels.targetsOf(edge, sender);
                assertThat(targets).as("every sender has a receiver").isNotEmpty();
                for (OutputChannel target : targets) {
                    InputChannel input = channels.inputsOf(target.to()).get(target.channelAtReceiver());
                    assertThat(input)
                            .isEqualTo(new InputChannel(
                                    edge.id(), new SubtaskId(edge.fromChain(), sender), edge.toInput()));
                    assertThat(sent.add(target.to() + " " + target.channelAtReceiver()))
                            .as("one sender per channel")
                            .isTrue();
                }
            }
        }
        long inputs = plan.subtasks().stream()
                .mapToLong(subtask -> channels.inputsOf(subtask).size())
                .sum();
        assertThat(sent).as("every channel has a sender").hasSize((int) inputs);
    }

    private static ExecutionPlan randomPlan(Random random) {
        List<Chain> chains = new ArrayList<>();
        for (int id = 0; id < 3; id++) {
            ChainLink head = new ChainLink(id, "uid" + id, "name", ChainLink.Role.PLAIN, -1, null, 0);
            chains.add(new Chain(id, "chain", List.of(head), 1 + random.nextInt(7), 13, Threading.SHARED));
        }
        List<PlanEdge> edges = new ArrayList<>();
        int count = 1 + random.nextInt(4);
        for (int id = 0; id < count; id++) {
            int from = random.nextInt(2);
            int to = from + 1 + random.nextInt(2 - from);
            boolean equal = chains.get(from).parallelism() == chains.get(to).parallelism();
            Pattern pattern = List.of(Pattern.values()).get(random.nextInt(3));
            edges.add(new PlanEdge(
                    id,
                    id,
                    from,
                    0,
                    null,
                    to,
                    random.nextInt(2),
                    pattern == Pattern.ONE_TO_ONE && !equal ? Pattern.POINTWISE : pattern,
                    PlanEdge.Overtaking.NEVER));
        }
        return new ExecutionPlan("job", chains, edges, "fingerprint");
    }
}
