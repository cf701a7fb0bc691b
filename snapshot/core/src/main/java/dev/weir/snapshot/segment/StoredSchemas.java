package dev.weir.snapshot.segment;

import dev.weir.snapshot.codec.CodecException;
import dev.weir.snapshot.codec.Codecs;
import dev.weir.snapshot.codec.Schema;
import dev.weir.snapshot.codec.Schema.TypeKind;
import dev.weir.snapshot.codec.Schema.TypeSchema;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.format.Manifest.SubtaskEntry;
import dev.weir.snapshot.format.SegmentIndex.KeyedStateIndex;
import dev.weir.snapshot.format.SegmentIndex.OperatorIndex;
import dev.weir.snapshot.format.SegmentIndex.OperatorStateIndex;
import dev.weir.snapshot.restore.RestoreRefusedException;
import dev.weir.snapshot.state.TypeHint;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Holds what a manifest says of stored classes against those of a program, before anything of the program runs. What only
 * the states' descriptors could tell is found when they are registered.
 */
public final class StoredSchemas {

    private static final TypeHint<Object> ANY = TypeHint.of(Object.class);

    private StoredSchemas() {}

    /**
     * Refuses what can be seen to be unreadable: all of it at once.
     *
     * @param loader finds the program's classes
     * @throws RestoreRefusedException where a class is gone or has changed too much: operator, state, class and field named
     */
    public static void requireReadable(Manifest manifest, ClassLoader loader) {
        Codecs codecs = new Codecs(loader);
        Set<List<Object>> seen = new HashSet<>();
        Set<String> faults = new TreeSet<>();
        for (SubtaskEntry entry : manifest.subtasks()) {
            for (OperatorIndex operator : entry.handle().index().operators()) {
                for (KeyedStateIndex state : operator.allKeyedStates()) {
                    String place = "operator=" + operator.uid() + ", state=" + state.name();
                    if (seen.add(List.of(place, state.types(), state.values(), state.keys()))) {
                        faultsOf(state, codecs, loader).forEach(fault -> faults.add(place + ": " + fault));
                    }
                }
                for (OperatorStateIndex state : operator.operatorStates()) {
                    String place = "operator=" + operator.uid() + ", state=" + state.name();
                    Schema values = state.values();
                    if (values != null && seen.add(List.of(place, values))) {
                        faultsOf(values, codecs).forEach(fault -> faults.add(place + ": " + fault));
                    }
                }
            }
        }
        if (!faults.isEmpty()) {
            throw new RestoreRefusedException("what is stored must be readable with the program's classes: "
                    + String.join("; ", faults)
                    + "; or drop the states that the program doesn't have any more with --allow-non-restored-state");
        }
    }

    private static List<String> faultsOf(Schema values, Codecs codecs) {
        try {
            codecs.reader(ANY, values);
            return List.of();
        } catch (CodecException unreadable) {
            return List.of(String.valueOf(unreadable.getMessage()));
        }
    }

    private static List<String> faultsOf(KeyedStateIndex state, Codecs codecs, ClassLoader loader) {
        List<String> faults = new ArrayList<>();
        try {
            codecs.keys().admit(state.keys());
            codecs.reader(ANY, state.values());
        } catch (CodecException unreadable) {
            faults.add(String.valueOf(unreadable.getMessage()));
        }
        Set<String> declared = new HashSet<>();
        state.types().forEach(type -> declared.addAll(List.of(type.split("[^\\w.$]+"))));
        for (TypeSchema type : state.values().types()) {
            if (declared.contains(type.name()) && isGone(type, loader)) {
                faults.add("the class of its values is gone: class=" + type.name() + "; put it back");
            }
        }
        return faults;
    }

    private static boolean isGone(TypeSchema type, ClassLoader loader) {
        if (type.kind() == TypeKind.BUILT_IN || type.kind() == TypeKind.ARRAY || type.kind() == TypeKind.CUSTOM) {
            return false;
        }
        try {
            Class.forName(type.name(), false, loader);
            return false;
        } catch (ClassNotFoundException | LinkageError e) {
            return true;
        }
    }
}
