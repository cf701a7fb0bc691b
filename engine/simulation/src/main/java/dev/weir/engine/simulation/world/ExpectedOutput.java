package dev.weir.engine.simulation.world;

import dev.weir.engine.simulation.ledger.Row;
import dev.weir.engine.simulation.ledger.Row.Kind;
import dev.weir.engine.simulation.program.Click;
import dev.weir.engine.simulation.program.Shape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the job has to write, worked out from its shape alone, and what of it was committed. Rows are taken one by one, so
 * that the first wrong one is seen when it comes.
 */
final class ExpectedOutput {

    private record Place(long key, Kind kind, long number) {}

    private final boolean inOrder;
    private final Map<Long, Long> clicksByKey = new HashMap<>();
    private final Map<Long, Long> sumByKey = new HashMap<>();
    private final Map<Place, Long> buckets = new HashMap<>();
    private final Map<Long, Long> committedByKey = new HashMap<>();
    private final Set<Place> committed = new HashSet<>();

    ExpectedOutput(Shape shape) {
        this.inOrder = shape.sinkEdge() == Shape.SinkEdge.KEYED;
        for (int split = 0; split < shape.splits(); split++) {
            for (int number = 0; number < shape.clicksPerSplit(); number++) {
                Click click = shape.click(split, number);
                clicksByKey.merge(click.key(), 1L, Long::sum);
                sumByKey.merge(click.key(), click.value(), Long::sum);
                long bucketEnd = Shape.bucketEnd(shape.timestampOf(number));
                buckets.merge(new Place(click.key(), Kind.BUCKET, bucketEnd), 1L, Long::sum);
            }
        }
    }

    /** Takes a committed row; says what is wrong with it, or nothing. */
    String accept(Row row) {
        Place place = new Place(row.key(), row.kind(), row.number());
        if (!committed.add(place)) {
            return "duplicate: " + row;
        }
        return switch (row.kind()) {
            case COUNT -> acceptCount(row);
            case BUCKET ->
                buckets.getOrDefault(place, 0L) == row.value()
                        ? ""
                        : "wrong: " + row + ", expected value=" + buckets.get(place);
            case ALARM -> row.number() == 1 && clicksByKey.containsKey(row.key()) ? "" : "unexpected: " + row;
        };
    }

    private String acceptCount(Row row) {
        long expectedCount = clicksByKey.getOrDefault(row.key(), 0L);
        long before = committedByKey.merge(row.key(), 1L, Long::sum) - 1;
        if (row.number() > expectedCount) {
            return "too many: " + row + ", expected count=" + expectedCount;
        }
        if (inOrder && row.number() != before + 1) {
            return "out of order: " + row + ", committed before=" + before;
        }
        long expectedSum = sumByKey.getOrDefault(row.key(), 0L);
        if (row.number() == expectedCount && row.value() != expectedSum) {
            return "wrong sum: " + row + ", expected=" + expectedSum;
        }
        return "";
    }

    /** What was not committed, up to a few; empty when nothing is missing. */
    String missing() {
        List<Place> missing = new ArrayList<>();
        clicksByKey.forEach((key, count) -> {
            for (long number = 1; number <= count; number++) {
                addUncommitted(new Place(key, Kind.COUNT, number), missing);
            }
            addUncommitted(new Place(key, Kind.ALARM, 1), missing);
        });
        buckets.keySet().forEach(bucket -> addUncommitted(bucket, missing));
        return missing.isEmpty() ? "" : "lost " + missing.size() + " rows, among them " + missing.get(0);
    }

    private void addUncommitted(Place place, List<Place> missing) {
        if (!committed.contains(place)) {
            missing.add(place);
        }
    }
}
