package dev.weir.engine.subtask;

import dev.weir.engine.channel.OutboundChannel;
import dev.weir.engine.channel.OutboundChannel.BatchKind;
import dev.weir.engine.channel.OutputGate;
import dev.weir.engine.graph.JobGraph;
import dev.weir.engine.graph.Node;
import dev.weir.engine.graph.Partitioning;
import dev.weir.engine.operator.Operator;
import dev.weir.engine.operator.OperatorTimers;
import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.OutputTag;
import dev.weir.engine.operator.Timestamps;
import dev.weir.engine.plan.Chain;
import dev.weir.engine.plan.ChainLink;
import dev.weir.engine.plan.Channels;
import dev.weir.engine.plan.Channels.OutputChannel;
import dev.weir.engine.plan.ExecutionPlan;
import dev.weir.engine.plan.PlanEdge;
import dev.weir.snapshot.backend.KeyedStateBackend;
import dev.weir.snapshot.backend.RestoredKeyedState;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.plugin.KeyedStateSpec;
import dev.weir.snapshot.restore.RestoredOperator;
import dev.weir.snapshot.restore.RestoredSubtask;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds the chain of one subtask from a graph of its own, from the last link to the first. */
final class ChainBuilder {

    private final SubtaskSpec spec;
    private final JobGraph graph;
    private final Outbox outbox;
    private final LinkContext.Shared shared;
    private final Chain chain;
    private final Channels channels;
    private final OutputGate gate = new OutputGate();
    private final ChainFailure failure = new ChainFailure();
    private final Link[] links;
    private final Map<Link, ChainedOutput> chained = new HashMap<>();
    private final Map<Link, LinkContext> contexts = new HashMap<>();

    ChainBuilder(SubtaskSpec spec, JobGraph graph, Outbox outbox, LinkContext.Shared shared) {
        this.spec = spec;
        this.graph = graph;
        this.outbox = outbox;
        this.shared = shared;
        this.chain = spec.plan().chain(spec.id().chain());
        this.channels = new Channels(spec.plan());
        this.links = new Link[chain.links().size()];
    }

    OperatorChain build() {
        for (int i = links.length - 1; i >= 0; i--) {
            buildLink(i);
        }
        return new OperatorChain(
                new OperatorChain.Parts(List.of(links), chained, contexts, gate, failure), shared, outbox);
    }

    private void buildLink(int position) {
        ChainLink plan = chain.links().get(position);
        Node node = graph.nodes().get(plan.nodeId());
        List<EdgeOutput> edges = edgesOf(position);
        Operator<?> operator =
                node.body() instanceof Node.OperatorBody body ? body.operator().get() : null;
        List<Link> children = childrenOf(position);
        Output<Object> main = outputTo(
                edges.stream().filter(edge -> edge.edge().side() == null).toList(),
                children.stream()
                        .filter(child -> child.plan().parentSide() == null)
                        .toList());
        Link link = new Link(new Link.Parts(plan, node.traits(), operator, main, edges), failure);
        children.forEach(link::addChild);
        links[position] = link;
        restore(link);
        contexts.put(link, new LinkContext(shared, link, sidesOf(edges, children)));
    }

    private void restore(Link link) {
        RestoredSubtask inherited = spec.restored();
        RestoredOperator restored = inherited == null ? null : inherited.operator(link.uid());
        if (inherited != null && restored != null) {
            // A drained subtask is given MAX once more by its inputs, and passes it on once more.
            long eventTime = restored.eventTime() == Timestamps.MAX ? Timestamps.NONE : restored.eventTime();
            link.watermark = eventTime;
            link.emittedWatermark = eventTime;
            link.drainedBefore = restored.drained();
            Long pending = inherited.inFlight().inFlight().pendingAdvances().get(link.uid());
            link.pendingWatermark = pending == null ? Timestamps.NONE : pending;
        }
        if (link.plan().role() == ChainLink.Role.KEYED) {
            KeyedStateBackend backend =
                    open(link.uid(), restored == null ? RestoredKeyedState.EMPTY : restored.keyed());
            link.backend = backend;
            if (link.timerHandler() != null) {
                link.timers = new OperatorTimers(backend.timers("event-time"), backend.timers("processing-time"));
            }
        }
    }

    private KeyedStateBackend open(String uid, RestoredKeyedState restored) {
        try {
            return spec.state()
                    .open(new KeyedStateSpec(
                            uid,
                            spec.id().index(),
                            spec.fence().attempt(),
                            KeyGroups.rangeOf(spec.id().index(), spec.parallelism(), spec.maxParallelism()),
                            spec.maxParallelism(),
                            restored,
                            shared.clock()::currentTimeMillis));
        } catch (IOException e) {
            throw new UncheckedIOException("keyed state can't be opened: operator=" + uid + ": " + e.getMessage(), e);
        }
    }

    private List<Link> childrenOf(int position) {
        List<Link> children = new ArrayList<>();
        for (int i = position + 1; i < links.length; i++) {
            if (chain.links().get(i).parent() == position) {
                children.add(links[i]);
            }
        }
        return children;
    }

    private Map<String, Output<Object>> sidesOf(List<EdgeOutput> edges, List<Link> children) {
        Map<String, Output<Object>> sides = new LinkedHashMap<>();
        List<OutputTag<?>> tags = new ArrayList<>();
        edges.forEach(edge -> addTag(tags, edge.edge().side()));
        children.forEach(child -> addTag(tags, child.plan().parentSide()));
        for (OutputTag<?> tag : tags) {
            sides.put(
                    tag.name(),
                    outputTo(
                            edges.stream()
                                    .filter(edge -> tag.equals(edge.edge().side()))
                                    .toList(),
                            children.stream()
                                    .filter(child -> tag.equals(child.plan().parentSide()))
                                    .toList()));
        }
        return sides;
    }

    private static void addTag(List<OutputTag<?>> tags, @Nullable OutputTag<?> tag) {
        if (tag != null && !tags.contains(tag)) {
            tags.add(tag);
        }
    }

    private Output<Object> outputTo(List<EdgeOutput> edges, List<Link> children) {
        List<ChainedOutput> operators = new ArrayList<>();
        for (Link child : children) {
            ChainedOutput into = ChainedOutput.into(child);
            chained.put(child, into);
            operators.add(into);
        }
        if (edges.size() + operators.size() == 0) {
            return new LinkOutputs.Nowhere();
        }
        if (edges.size() + operators.size() == 1) {
            return edges.isEmpty() ? operators.get(0) : edges.get(0);
        }
        return new LinkOutputs.FanOut(edges, operators, shared.copier());
    }

    private List<EdgeOutput> edgesOf(int position) {
        List<EdgeOutput> edges = new ArrayList<>();
        for (PlanEdge edge : spec.plan().outputsOf(chain.id())) {
            if (edge.fromLink() == position) {
                edges.add(edgeOutput(edge));
            }
        }
        return edges;
    }

    private EdgeOutput edgeOutput(PlanEdge edge) {
        ExecutionPlan plan = spec.plan();
        Partitioning partitioning = graph.edges().get(edge.graphEdge()).partitioning();
        List<OutputChannel> targets = channels.targetsOf(edge, spec.id().index());
        BatchKind kind = partitioning instanceof Partitioning.Keyed ? BatchKind.KEYED : BatchKind.PLAIN;
        List<OutboundChannel> outbound = new ArrayList<>();
        List<Integer> receivers = new ArrayList<>();
        for (OutputChannel target : targets) {
            receivers.add(target.to().index());
            outbound.add(new OutboundChannel(
                    element -> outbox.send(target.to(), target.channelAtReceiver(), element),
                    gate,
                    kind,
                    spec.settings().task().batchSize(),
                    spec.settings().task().credits()));
        }
        Handover copier = shared.copier();
        EdgeOutput.Wires wires =
                new EdgeOutput.Wires(edge, plan.idOf(edge), spec.id().index(), outbound, receivers, copier);
        int receiverMaxParallelism = plan.chain(edge.toChain()).maxParallelism();
        return edgeOutput(partitioning, wires, receiverMaxParallelism);
    }

    private EdgeOutput edgeOutput(Partitioning partitioning, EdgeOutput.Wires wires, int receiverMaxParallelism) {
        int sender = spec.id().index();
        if (partitioning instanceof Partitioning.Keyed keyed) {
            return keyed.key() instanceof Partitioning.LongKey longKey
                    ? new LongKeyEdge(wires, longKey, receiverMaxParallelism)
                    : new ObjectKeyEdge(wires, (Partitioning.ObjectKey) keyed.key(), receiverMaxParallelism);
        }
        if (partitioning instanceof Partitioning.Forward) {
            return new DealingEdges.Single(wires, indexOf(wires.receivers(), sender));
        }
        if (partitioning instanceof Partitioning.Global) {
            return new DealingEdges.Single(wires, indexOf(wires.receivers(), 0));
        }
        if (partitioning instanceof Partitioning.Rebalance || partitioning instanceof Partitioning.Rescale) {
            return new DealingEdges.RoundRobin(wires, sender);
        }
        if (partitioning instanceof Partitioning.Shuffle) {
            return new DealingEdges.Shuffle(wires, sender);
        }
        if (partitioning instanceof Partitioning.Broadcast) {
            return new DealingEdges.Broadcast(wires);
        }
        return new DealingEdges.Custom(wires, ((Partitioning.Custom) partitioning).partitioner());
    }

    private static int indexOf(List<Integer> receivers, int wanted) {
        int index = receivers.indexOf(wanted);
        if (index < 0) {
            throw new IllegalStateException(
                    "the edge leads to its receiver: receiver=" + wanted + ", connected=" + receivers);
        }
        return index;
    }
}
