package dev.weir.engine.simulation.program;

/** A record that can't change. */
public record Item(int origin, int lane, long number, long key, long value) implements Datum {

    @Override
    public Datum changed(int newLane, long newKey, long newValue) {
        return new Item(origin, newLane, number, newKey, newValue);
    }
}
