package dev.weir.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testing.Seeds;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** The tables of partials against hash maps: folds, finds and drains in any order, keys that collide, windows that mix. */
class PartialTablesTest {

    private static final List<LongFold> FOLDS = List.of(LongFold.values());

    private record Place(Object key, long start) {}

    private record Gathered(@Nullable Object value, long records) {}

    private final Map<Place, Gathered> model = new HashMap<>();
    private final Map<Place, Gathered> drained = new HashMap<>();

    @Seeds(300)
    void longsOfLongKeysAreWhatAMapSays(long seed) {
        Random random = new Random(seed);
        LongFold fold = FOLDS.get(random.nextInt(FOLDS.size()));
        LongPartials table = new LongPartials(PartialValues.LONGS);
        int spread = 1 + random.nextInt(1_000);
        for (int step = 0; step < 3_000; step++) {
            Place place = place(random, spread);
            long value = random.nextLong();
            table.fold((Long) place.key(), place.start(), value, fold);
            Gathered known = model.get(place);
            model.put(
                    place,
                    known == null
                            ? new Gathered(value, 1)
                            : new Gathered(
                                    fold.combine((Long) Objects.requireNonNull(known.value()), value),
                                    known.records() + 1));
            assertThat(table.size()).isEqualTo(model.size());
            if (random.nextInt(500) == 0) {
                table.drainTo((key, start, longValue, value1, records) -> drained(key, start, longValue, records));
                checkDrained();
            }
        }
        table.drainTo((key, start, longValue, value, records) -> drained(key, start, longValue, records));
        checkDrained();
    }

    @Seeds(300)
    void objectsOfLongKeysAreWhatAMapSays(long seed) {
        Random random = new Random(seed);
        LongPartials table = new LongPartials(PartialValues.OBJECTS);
        int spread = 1 + random.nextInt(1_000);
        for (int step = 0; step < 2_000; step++) {
            Place place = place(random, spread);
            int cell = table.find((Long) place.key(), place.start());
            Gathered known = model.get(place);
            assertThat(cell >= 0 ? table.objectAt(cell) : null).isEqualTo(known == null ? null : known.value());
            if (cell >= 0) {
                table.countRecord(cell);
            } else {
                cell = table.insert((Long) place.key(), place.start());
            }
            table.put(cell, added(place, step));
            if (random.nextInt(500) == 0) {
                drain(table);
            }
        }
        drain(table);
    }

    @Seeds(300)
    void longsAndObjectsOfObjectKeysAreWhatAMapSays(long seed) {
        Random random = new Random(seed);
        PartialValues kind = seed % 2 == 0 ? PartialValues.LONGS : PartialValues.OBJECTS;
        ObjectPartials table = new ObjectPartials(kind);
        int spread = 1 + random.nextInt(1_000);
        int hashes = 1 + random.nextInt(300);
        for (int step = 0; step < 2_000; step++) {
            Place numbered = place(random, spread);
            Place place = new Place("key-" + numbered.key(), numbered.start());
            int hash = Math.floorMod(place.key().hashCode(), hashes);
            int slot = table.find(place.key(), hash, place.start());
            assertThat(slot >= 0).isEqualTo(model.containsKey(place));
            if (slot >= 0) {
                table.countRecord(slot);
            } else {
                slot = table.insert(place.key(), hash, place.start());
            }
            if (kind == PartialValues.LONGS) {
                table.put(slot, (long) step);
                assertThat(table.longAt(slot)).isEqualTo(step);
            } else {
                table.put(slot, (Object) (long) step);
                assertThat(table.objectAt(slot)).isEqualTo((long) step);
            }
            added(place, step);
            if (random.nextInt(500) == 0) {
                drain(table, kind);
            }
        }
        drain(table, kind);
    }

    private static Place place(Random random, int spread) {
        long key = random.nextInt(spread) * (random.nextBoolean() ? 1L : 0x100000000L);
        return new Place(key, random.nextInt(4) * 10_000L - 10_000);
    }

    private Object added(Place place, long value) {
        Gathered known = model.get(place);
        model.put(place, new Gathered(value, known == null ? 1 : known.records() + 1));
        return value;
    }

    private void drain(LongPartials table) {
        table.drainTo((key, start, longValue, value, records) -> drained(key, start, value, records));
        checkDrained();
    }

    private void drain(ObjectPartials table, PartialValues kind) {
        table.drainTo((key, start, longValue, value, records) ->
                drained(key, start, kind == PartialValues.LONGS ? (Object) longValue : value, records));
        assertThat(table.size()).isZero();
        checkDrained();
    }

    private void drained(Object key, long start, @Nullable Object value, long records) {
        assertThat(value).isNotNull();
        Gathered before = drained.put(new Place(key, start), new Gathered(value, records));
        assertThat(before).isNull();
    }

    private void checkDrained() {
        assertThat(drained).isEqualTo(model);
        drained.clear();
        model.clear();
    }
}
