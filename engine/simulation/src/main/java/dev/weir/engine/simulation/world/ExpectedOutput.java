package dev.weir.engine.simulation.world;

import dev.weir.engine.simulation.ledger.Row;
import dev.weir.engine.simulation.ledger.Token;
import dev.weir.engine.simulation.program.Emissions;
import dev.weir.engine.simulation.program.Reference;
import dev.weir.engine.simulation.program.Topology.Order;
import dev.weir.engine.simulation.program.Topology.Promise;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one sink has to write, and what of it was committed. Rows are taken one by one, so that the first wrong one is
 * seen when it comes. Exactly once: each as often as in the reference, and in order where that is promised. At least once:
 * each at least once, repeats and counts that are too high are no wrong.
 */
final class ExpectedOutput {

    private record Place(int origin, int lane, long number, long key) {
        static Place of(Row row) {
            return new Place(row.origin(), row.lane(), row.number(), row.key());
        }
    }

    private record Way(int origin, int lane, long key) {}

    /** The numbers that one checkpoint's rows of a way had. */
    private record Span(long first, long last) {}

    private static final class Wanted {
        private final long value;
        private int times;
        private int committed;

        Wanted(long value) {
            this.value = value;
        }
    }

    private final Promise promise;
    private final Order order;
    private boolean drained;
    private final Map<Place, Wanted> wanted = new HashMap<>();
    private final Map<Way, TreeMap<Long, Span>> spans = new HashMap<>();

    ExpectedOutput(List<Row> reference, Promise promise, Order order) {
        this.promise = promise;
        this.order = order;
        for (Row row : reference) {
            wanted.computeIfAbsent(Place.of(row), unused -> new Wanted(row.value())).times++;
        }
    }

    /** Event time comes to its end ahead of the data: what it makes due holds less, and what isn't read isn't missed. */
    void drained() {
        drained = true;
    }

    /** Takes a committed row; says what is wrong with it, or nothing. */
    String accept(Token token, Row row) {
        Wanted place = wanted.get(Place.of(row));
        if (promise == Promise.AT_LEAST_ONCE) {
            if (place != null) {
                place.committed++;
            }
            return place != null || Emissions.followsCounts(row.origin()) ? "" : "unexpected: " + row;
        }
        if (place == null) {
            return drained && Emissions.mayGoOn(row.origin()) ? "" : "unexpected: " + row;
        }
        boolean mayRepeat = drained && Emissions.mayRepeatAfterDrain(row.origin());
        if (++place.committed > place.times && !mayRepeat) {
            return "duplicate: " + row;
        }
        if (!drained && place.value != Reference.ANY_VALUE && place.value != row.value()) {
            return "wrong value: " + row + ", expected value=" + place.value;
        }
        return order == Order.BY_NUMBER && !mayRepeat ? acceptInOrder(token, row) : "";
    }

    /** Rows of one way stand in the order of their numbers, within a checkpoint and from one to the next. */
    private String acceptInOrder(Token token, Row row) {
        Way way = new Way(row.origin(), row.lane(), row.key());
        TreeMap<Long, Span> ofWay = spans.computeIfAbsent(way, unused -> new TreeMap<>());
        long id = token.checkpointId();
        Span own = ofWay.get(id);
        if (own != null && row.number() <= own.last()) {
            return "out of order: " + row + ", after number=" + own.last();
        }
        Span now = own == null ? new Span(row.number(), row.number()) : new Span(own.first(), row.number());
        ofWay.put(id, now);
        Map.Entry<Long, Span> before = ofWay.lowerEntry(id);
        Map.Entry<Long, Span> after = ofWay.higherEntry(id);
        boolean isWrong = (before != null && before.getValue().last() >= now.first())
                || (after != null && after.getValue().first() <= now.last());
        return isWrong ? "out of order: " + row + ", of checkpoint " + id + " beside " + before + " and " + after : "";
    }

    /** What was not committed, up to a few; empty when nothing is missing. */
    String missing() {
        if (drained) {
            return "";
        }
        List<Place> missing = wanted.entrySet().stream()
                .filter(each -> each.getValue().committed < timesAtLeast(each.getValue()))
                .map(Map.Entry::getKey)
                .toList();
        return missing.isEmpty() ? "" : "lost " + missing.size() + " rows, among them " + missing.get(0);
    }

    private int timesAtLeast(Wanted place) {
        return promise == Promise.AT_LEAST_ONCE ? 1 : place.times;
    }
}
