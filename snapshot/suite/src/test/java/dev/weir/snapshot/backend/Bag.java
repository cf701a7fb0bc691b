package dev.weir.snapshot.backend;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A mutable value, as users write them. */
final class Bag {

    private long count;
    private List<String> items = new ArrayList<>();

    static Bag of(long count, String... items) {
        Bag bag = new Bag();
        bag.count = count;
        bag.items.addAll(List.of(items));
        return bag;
    }

    void add(String item) {
        count++;
        items.add(item);
    }

    long count() {
        return count;
    }

    List<String> items() {
        return items;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Bag bag && bag.count == count && bag.items.equals(items);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(count) * 31 + items.hashCode();
    }

    @Override
    public String toString() {
        return count + items.toString();
    }
}
