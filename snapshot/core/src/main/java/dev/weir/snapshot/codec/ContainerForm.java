package dev.weir.snapshot.codec;

import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A form that holds other values: a head (comparator or enum class, where it has one), a count, the values one after the
 * other. All are written alike, so that one can be read past without its elements' classes.
 */
final class ContainerForm extends Form {

    /** What stands before the count. */
    enum Head {
        NONE,
        COMPARATOR,
        ENUM_CLASS
    }

    /** How many values one counted element has, and which type argument each is of. */
    enum Shape {
        SINGLE(1),
        PAIRS(2);

        final int values;

        Shape(int values) {
            this.values = values;
        }
    }

    /**
     * What was read.
     *
     * @param head null, a Comparator or the enum's Class
     * @param values pairs lie one after the other
     */
    record Parts(@Nullable Object head, List<@Nullable Object> values, Type expected) {}

    /** Makes the container of its parts. */
    interface Maker {
        Object make(Parts parts);
    }

    private final Head head;
    private final Shape shape;
    private final Maker maker;

    ContainerForm(String name, Head head, Shape shape, Maker maker) {
        super(name);
        this.head = head;
        this.shape = shape;
        this.maker = maker;
    }

    @Override
    void write(Encoder encoder, Object value) {
        if (value instanceof Map<?, ?> || value instanceof Collection<?>) {
            synchronized (value) { // what Collections.synchronizedList and the like ask of whoever iterates
                writeHead(encoder, value);
                writeElements(encoder, value);
            }
        } else {
            writeElements(encoder, value);
        }
    }

    private static void writeElements(Encoder encoder, Object value) {
        if (value instanceof Map<?, ?> map) {
            writeMap(encoder, map);
        } else if (value instanceof Map.Entry<?, ?> entry) {
            Wire.writeCount(encoder.out(), 1);
            encoder.element(entry.getKey(), 0);
            encoder.element(entry.getValue(), 1);
        } else if (value instanceof Optional<?> optional) {
            writeCollection(encoder, optional.map(List::of).orElse(List.of()));
        } else if (value instanceof AtomicReference<?> reference) {
            Wire.writeCount(encoder.out(), 1);
            encoder.element(reference.get(), 0);
        } else {
            writeCollection(encoder, (Collection<?>) value);
        }
    }

    private void writeHead(Encoder encoder, Object value) {
        if (head == Head.COMPARATOR) {
            try {
                encoder.value(comparator(value));
            } catch (CodecException e) {
                throw e.in("comparator");
            }
        } else if (head == Head.ENUM_CLASS) {
            Class<?> type = EnumContainers.enumClass(value);
            if (type == null) {
                encoder.out().writeByte(0);
            } else {
                encoder.enumClass(type);
            }
        }
    }

    private static @Nullable Comparator<?> comparator(Object value) {
        if (value instanceof SortedMap<?, ?> map) {
            return map.comparator();
        }
        return value instanceof SortedSet<?> set ? set.comparator() : ((PriorityQueue<?>) value).comparator();
    }

    private static void writeCollection(Encoder encoder, Collection<?> values) {
        int count = values.size();
        Wire.writeCount(encoder.out(), count);
        int written = 0;
        for (Object element : values) {
            encoder.element(element, written++);
        }
        requireUnchanged(count, written);
    }

    private static void writeMap(Encoder encoder, Map<?, ?> map) {
        int count = map.size();
        Wire.writeCount(encoder.out(), count);
        int written = 0;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            try {
                encoder.value(entry.getKey());
            } catch (CodecException e) {
                throw e.in("[key " + written + "]");
            }
            try {
                encoder.value(entry.getValue());
            } catch (CodecException e) {
                throw e.in("[value of key " + written + "]");
            }
            written++;
        }
        requireUnchanged(count, written);
    }

    private static void requireUnchanged(int count, int written) {
        if (count != written) {
            throw new CodecException("a collection changed while it was written: sizeBefore=" + count + ", written="
                    + written + "; give a value to state or output only when no other thread changes it");
        }
    }

    @Override
    Object read(Decoder decoder, Type expected) {
        Object headValue = null;
        if (head == Head.COMPARATOR) {
            headValue = decoder.value(Comparator.class);
        } else if (head == Head.ENUM_CLASS) {
            headValue = decoder.enumClass();
        }
        int count = Wire.readCount(decoder.in(), shape.values);
        List<@Nullable Object> values = new ArrayList<>(count * shape.values);
        Type first = Types.argument(expected, 0, shape.values);
        Type second = Types.argument(expected, 1, shape.values);
        for (int i = 0; i < count; i++) {
            values.add(decoder.element(first, i));
            if (shape == Shape.PAIRS) {
                values.add(decoder.element(second, i));
            }
        }
        return maker.make(new Parts(headValue, values, expected));
    }

    @Override
    void skip(Decoder decoder) {
        if (head != Head.NONE) {
            if (head == Head.COMPARATOR) {
                decoder.skip();
            } else {
                decoder.in().readVarInt(true);
            }
        }
        int count = Wire.readCount(decoder.in(), shape.values);
        for (int i = 0; i < count * shape.values; i++) {
            decoder.skip();
        }
    }
}
