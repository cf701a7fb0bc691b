package dev.weir.snapshot.inspect;

import dev.weir.snapshot.backend.StateMeta;
import dev.weir.snapshot.codec.Codecs;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.keygroup.StableHash;
import dev.weir.snapshot.state.TypeHint;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * A keyed state whose entries are read with the job's classes: those of its keys and values must be found by the loader
 * that the inspector was opened with. Values are given as they were written, in the classes they were written in, with
 * fields converted to what these declare now; {@link #declaredAs} reads them as other types.
 *
 * <p>Methods block; any thread may call them. What reads throws {@link java.io.UncheckedIOException} where a file can't be
 * read or isn't what was written, with the file's name, and {@link
 * dev.weir.snapshot.backend.StateRegistrationException} where a class is gone or has changed too much, with operator,
 * state, class and field.
 */
public final class InspectedState {

    private static final TypeHint<Object> ANY = TypeHint.of(Object.class);

    private final OperatorInfo operator;
    private final KeyedStateInfo info;
    private final List<TypeHint<?>> types;
    private final List<EntryIterator.Part> parts;
    private final ClassLoader loader;

    private InspectedState(
            OperatorInfo operator,
            KeyedStateInfo info,
            List<TypeHint<?>> types,
            List<EntryIterator.Part> parts,
            ClassLoader loader) {
        this.operator = operator;
        this.info = info;
        this.types = types;
        this.parts = parts;
        this.loader = loader;
    }

    static InspectedState of(
            OperatorInfo operator, KeyedStateInfo info, List<EntryIterator.Part> parts, ClassLoader loader) {
        int count = typesOf(info);
        return new InspectedState(operator, info, Collections.nCopies(count, ANY), parts, loader);
    }

    private static int typesOf(KeyedStateInfo info) {
        return switch (info.kind()) {
            case LONG, TIMER -> 0;
            case VALUE, LIST, REDUCING, AGGREGATING -> 1;
            case MAP -> 2;
        };
    }

    /** What the manifest says of it. */
    public KeyedStateInfo info() {
        return info;
    }

    /**
     * The same state read as a program declares it: an int as a long, say.
     *
     * @param declared the type of the values, of a list's elements, or of a map's keys and its values
     * @throws IllegalArgumentException where the kind of state has another number of types
     */
    public InspectedState declaredAs(TypeHint<?>... declared) {
        if (declared.length != types.size()) {
            throw new IllegalArgumentException("a state is declared with as many types as its kind has: operator="
                    + operator.uid() + ", state=" + info.name() + ", kind=" + info.kind() + ", types=" + types.size()
                    + ", given=" + declared.length + "; give one, two for a map, none for longs and timers");
        }
        return new InspectedState(operator, info, List.of(declared), parts, loader);
    }

    /**
     * All entries, key group by key group in rising order, each key group read when the stream comes to it. The stream
     * holds a file open: close it, unless it was read to its end. One thread at a time.
     */
    public Stream<StateEntry> entries() {
        return read(keyGroup -> true);
    }

    /**
     * The entries of one key: one at most where the state has no namespace; empty where it has none. One key group is
     * read.
     *
     * @param key of the class that the job's keys have: the Long 1 isn't the Integer 1
     * @throws IllegalArgumentException where the class can't be that of a key
     */
    public List<StateEntry> get(Object key) {
        return get(Set.of(groupOf(key)), key::equals);
    }

    /**
     * The entries of a key that is known as text: of the String, the Long and the Integer that read so, where there are
     * several; an entry's key tells which it is. Keys of other classes are read by {@link #get(Object)}, or found in
     * {@link #entries}.
     */
    public List<StateEntry> getByText(String text) {
        List<Object> keys = keysOf(text);
        Set<Integer> groups = keys.stream().map(this::groupOf).collect(Collectors.toCollection(TreeSet::new));
        return get(groups, keys::contains);
    }

    private static List<Object> keysOf(String text) {
        List<Object> keys = new ArrayList<>(List.of(text));
        Long number = numberOf(text);
        if (number != null) {
            keys.add(number);
            if (number >= Integer.MIN_VALUE && number <= Integer.MAX_VALUE) {
                keys.add(number.intValue());
            }
        }
        return keys;
    }

    private static @Nullable Long numberOf(String text) {
        try {
            return Long.valueOf(text);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private int groupOf(Object key) {
        return KeyGroups.keyGroupOf(StableHash.hashOf(key), operator.maxParallelism());
    }

    private List<StateEntry> get(Set<Integer> groups, Predicate<Object> isKey) {
        try (Stream<StateEntry> read = read(groups::contains)) {
            return read.filter(entry -> isKey.test(entry.key())).toList();
        }
    }

    private Stream<StateEntry> read(IntPredicate groups) {
        StateMeta declared = new StateMeta(info.name(), info.kind(), info.namespace(), types);
        EntryIterator entries = new EntryIterator(operator.uid(), declared, new Codecs(loader), groups, parts);
        Spliterator<StateEntry> split =
                Spliterators.spliteratorUnknownSize(entries, Spliterator.ORDERED | Spliterator.NONNULL);
        return StreamSupport.stream(split, false).onClose(entries::close);
    }
}
