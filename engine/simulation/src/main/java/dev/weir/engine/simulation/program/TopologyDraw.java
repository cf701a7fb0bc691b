package dev.weir.engine.simulation.program;

import dev.weir.engine.simulation.program.Topology.Buckets;
import dev.weir.engine.simulation.program.Topology.Dealing;
import dev.weir.engine.simulation.program.Topology.EdgeSpec;
import dev.weir.engine.simulation.program.Topology.Input;
import dev.weir.engine.simulation.program.Topology.KeyClass;
import dev.weir.engine.simulation.program.Topology.Kind;
import dev.weir.engine.simulation.program.Topology.Material;
import dev.weir.engine.simulation.program.Topology.NodeSpec;
import dev.weir.engine.simulation.program.Topology.Order;
import dev.weir.engine.simulation.program.Topology.Place;
import dev.weir.engine.simulation.program.Topology.Provenance;
import dev.weir.engine.simulation.program.Topology.Route;
import dev.weir.engine.simulation.program.Topology.Routing;
import dev.weir.engine.simulation.program.Topology.Side;
import dev.weir.engine.simulation.program.Topology.Silence;
import dev.weir.engine.simulation.program.Topology.Time;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Draws a job: sources, then operators on the streams that are open, then sinks for what nobody has read. Invariant: two
 * nodes are joined by one edge at most per output and input.
 */
public final class TopologyDraw {

    private static final int MOST_RECORDS = 48;
    private static final int[] MAX_PARALLELISM = {5, 7, 9, 127};
    private static final Route[] ANY = {
        Route.FORWARD, Route.REBALANCE, Route.RESCALE, Route.SHUFFLE, Route.GLOBAL, Route.CUSTOM, Route.FORWARD
    };
    /** An output that can be read. */
    private record Stream(int node, Side side, Input carries) {}

    private final RandomGenerator random;
    private final Material material;
    private final List<NodeSpec> nodes = new ArrayList<>();
    private final List<EdgeSpec> edges = new ArrayList<>();
    private final List<Stream> open = new ArrayList<>();
    private int groups;

    private TopologyDraw(RandomGenerator random, Material material) {
        this.random = random;
        this.material = material;
    }

    /**
     * Draws a topology.
     *
     * @param mostMutable whether records may be mutable
     */
    public static Topology draw(long seed, RandomGenerator random, Material mostMutable, Topology.Promise promise) {
        TopologyDraw draw = new TopologyDraw(random, mostMutable);
        draw.sources();
        if (draw.chance(0.25)) {
            draw.ruleBook();
        }
        for (int left = draw.between(1, 3); left > 0; left--) {
            draw.operator();
        }
        draw.sinks();
        return new Topology(seed, draw.nodes, draw.edges, draw.groups, promise);
    }

    private void sources() {
        int sources = chance(0.55) ? 1 : between(2, 3);
        int records = between(3, MOST_RECORDS) / sources + 1;
        for (int i = 0; i < sources; i++) {
            Dealing dealing = chance(0.6) ? Dealing.AT_START : Dealing.ON_REQUEST;
            int splits = dealing == Dealing.AT_START ? between(1, 4) : between(2, 9);
            Silence silence = chance(0.2) ? Silence.FOR_A_WHILE : Silence.NEVER;
            Material made = chance(0.5) ? material : Material.IMMUTABLE;
            int length = (chance(0.2) ? 2 : records) / splits + 1;
            Kind kind = new Topology.Records(splits, length, between(1, 6), dealing, silence, made);
            source(kind, dealing, silence, Provenance.SOURCES);
        }
    }

    private Stream source(Kind kind, Dealing dealing, Silence silence, Provenance provenance) {
        Time time = silence == Silence.NEVER ? Time.EXACT : Time.ARBITRARY;
        Input carries = new Input(Order.BY_NUMBER, provenance, time);
        NodeSpec source = add(kind, newGroup(), Place.CHAINED, carries);
        NodeSpec clock = add(new Topology.Clock(dealing, silence), source.group(), Place.CHAINED, carries);
        edges.add(new EdgeSpec(source.id(), Side.MAIN, clock.id(), 0, Route.FORWARD));
        Stream stream = new Stream(clock.id(), Side.MAIN, carries);
        open.add(stream);
        return stream;
    }

    private void ruleBook() {
        int rules = between(1, 12);
        Stream log = source(new Topology.Rules(rules), Dealing.AT_START, Silence.NEVER, Provenance.OPERATORS);
        open.remove(log);
        Stream data = take();
        Route route = oneOf(ANY);
        Input arriving = along(data.carries(), route);
        Input input = new Input(arriving.order(), arriving.provenance(), arriving.time());
        NodeSpec book = add(new Topology.RuleBook(rules), groupBehind(data, route), Place.ALONE, input);
        join(data, book, 0, route);
        join(log, book, 1, Route.BROADCAST);
        open.add(new Stream(book.id(), Side.MAIN, new Input(input.order(), Provenance.OPERATORS, input.time())));
    }

    private void operator() {
        int kind = between(0, 9);
        if (kind < 4) {
            router();
        } else if (kind < 8) {
            counter();
        } else {
            pair();
        }
    }

    private void router() {
        List<Stream> read = inputs();
        List<Route> routes = read.stream().map(stream -> oneOf(ANY)).toList();
        Input input = united(read, routes);
        Routing routing = oneOf(Routing.values());
        if (routing == Routing.REKEY && input.provenance() != Provenance.SOURCES) {
            routing = Routing.MAP;
        }
        Place place = chance(0.5) ? Place.CHAINED : Place.ALONE;
        NodeSpec node = add(new Topology.Router(routing), groupBehind(read.get(0), routes.get(0)), place, input);
        for (int i = 0; i < read.size(); i++) {
            join(read.get(i), node, 0, sameGroup(read.get(i), node, routes.get(i)));
        }
        boolean mixesKeys = routing == Routing.REKEY;
        Input output = mixesKeys ? new Input(Order.NONE, input.provenance(), input.time()) : input;
        open.add(new Stream(node.id(), Side.MAIN, output));
        if (routing == Routing.SIDE_OUTPUT) {
            open.add(new Stream(node.id(), Side.SIDE, input));
        }
    }

    private void counter() {
        List<Stream> read = inputs();
        List<Route> routes = read.stream().map(stream -> Route.KEYED).toList();
        Input input = united(read, routes);
        NodeSpec node = add(counterOf(1, input), newGroup(), Place.ALONE, input);
        read.forEach(stream -> join(stream, node, 0, Route.KEYED));
        open.add(new Stream(node.id(), Side.MAIN, counted()));
    }

    private void pair() {
        Stream first = take();
        Stream second = open.isEmpty() ? first : take();
        List<Stream> read = List.of(first, second);
        Input input = united(read, List.of(Route.KEYED, Route.KEYED));
        if (first.equals(second)) {
            // Each record comes twice, by two ways that nothing tells apart.
            input = new Input(Order.NONE, input.provenance(), input.time());
        }
        NodeSpec node = add(counterOf(2, input), newGroup(), Place.ALONE, input);
        join(first, node, 0, Route.KEYED);
        join(second, node, 1, Route.KEYED);
        open.add(new Stream(node.id(), Side.MAIN, counted()));
    }

    private Kind counterOf(int inputs, Input input) {
        Buckets buckets = input.time() == Time.EXACT ? Buckets.BY_EVENT_TIME : Buckets.NONE;
        return new Topology.Counter(inputs, buckets, oneOf(KeyClass.values()));
    }

    /** Which record gets which number isn't known, but the numbers are. */
    private static Input counted() {
        return new Input(Order.BY_NUMBER, Provenance.OPERATORS, Time.ARBITRARY);
    }

    private void sinks() {
        int sinks = Math.min(open.size(), chance(0.7) ? 1 : 2);
        for (int left = sinks; left > 0; left--) {
            List<Stream> read = new ArrayList<>();
            int streams = left == 1 ? open.size() : 1;
            for (int i = 0; i < streams; i++) {
                read.add(open.remove(0));
            }
            sink(read);
        }
    }

    private void sink(List<Stream> read) {
        boolean isKeyed = chance(0.35);
        List<Route> routes =
                read.stream().map(stream -> isKeyed ? Route.KEYED : oneOf(ANY)).toList();
        Input input = united(read, routes);
        Place place = chance(0.5) ? Place.CHAINED : Place.ALONE;
        NodeSpec node = add(new Topology.Sink(), groupBehind(read.get(0), routes.get(0)), place, input);
        for (int i = 0; i < read.size(); i++) {
            join(read.get(i), node, 0, sameGroup(read.get(i), node, routes.get(i)));
        }
    }

    /** One open stream, or a union of two. */
    private List<Stream> inputs() {
        Stream first = take();
        boolean isUnion = !open.isEmpty() && chance(0.4);
        return isUnion ? List.of(first, take()) : List.of(first);
    }

    /** Takes an open stream, the newer ones rather; now and then others may read it, too. */
    private Stream take() {
        Stream taken = open.remove(Math.max(random.nextInt(open.size()), random.nextInt(open.size())));
        if (chance(0.15)) {
            open.add(0, taken);
        }
        return taken;
    }

    private Input united(List<Stream> read, List<Route> routes) {
        Input united = along(read.get(0).carries(), routes.get(0));
        for (int i = 1; i < read.size(); i++) {
            Input next = along(read.get(i).carries(), routes.get(i));
            united = new Input(
                    weaker(united.order(), next.order()),
                    weaker(united.provenance(), next.provenance()),
                    weaker(united.time(), next.time()));
        }
        boolean sameTwice = read.size() > 1 && read.stream().distinct().count() < read.size();
        return sameTwice ? new Input(Order.NONE, united.provenance(), united.time()) : united;
    }

    private static <E extends Enum<E>> E weaker(E one, E other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    private static Input along(Input carried, Route route) {
        Order order = route.keepsOrder() ? carried.order() : Order.NONE;
        return new Input(order, carried.provenance(), carried.time());
    }

    private NodeSpec add(Kind kind, int group, Place place, Input input) {
        NodeSpec node = new NodeSpec(nodes.size(), kind, group, maxParallelismOf(group), place, input);
        nodes.add(node);
        return node;
    }

    private int maxParallelismOf(int group) {
        return nodes.stream()
                .filter(node -> node.group() == group)
                .map(NodeSpec::maxParallelism)
                .findFirst()
                .orElseGet(() -> MAX_PARALLELISM[random.nextInt(MAX_PARALLELISM.length)]);
    }

    private void join(Stream from, NodeSpec to, int input, Route route) {
        EdgeSpec edge = new EdgeSpec(from.node(), from.side(), to.id(), input, route);
        boolean isThere = edges.stream()
                .anyMatch(other -> other.from() == edge.from()
                        && other.side() == edge.side()
                        && other.to() == edge.to()
                        && other.toInput() == input);
        if (!isThere) {
            edges.add(edge);
        }
    }

    private int newGroup() {
        return groups++;
    }

    private int groupBehind(Stream stream, Route route) {
        return route == Route.FORWARD ? nodes.get(stream.node()).group() : newGroup();
    }

    /** A forward edge joins nodes of equal parallelism only. */
    private Route sameGroup(Stream stream, NodeSpec node, Route route) {
        boolean canGo = route != Route.FORWARD || nodes.get(stream.node()).group() == node.group();
        return canGo ? route : Route.CUSTOM;
    }

    private int between(int from, int to) {
        return random.nextInt(from, to + 1);
    }

    private boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    private <T> T oneOf(T[] values) {
        return values[random.nextInt(values.length)];
    }
}
