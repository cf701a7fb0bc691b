package dev.weir.engine.plan;

import dev.weir.engine.graph.Node.Threading;
import java.util.List;

/**
 * Operators that run in one subtask; a record goes from one to the next by method call.
 *
 * @param links in topological order; the first is the head
 */
public record Chain(
        int id, String name, List<ChainLink> links, int parallelism, int maxParallelism, Threading threading) {

    public Chain {
        links = List.copyOf(links);
    }

    public ChainLink head() {
        return links.get(0);
    }

    public boolean isSource() {
        return head().role() == ChainLink.Role.SOURCE;
    }
}
