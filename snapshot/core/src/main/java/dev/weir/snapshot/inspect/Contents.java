package dev.weir.snapshot.inspect;

import dev.weir.snapshot.codec.Schema;
import dev.weir.snapshot.format.CheckpointFolders;
import dev.weir.snapshot.format.EdgeId;
import dev.weir.snapshot.format.InFlightIndex;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.format.Manifest.SubtaskEntry;
import dev.weir.snapshot.format.NativeIndex;
import dev.weir.snapshot.format.NativeIndex.NativeFile;
import dev.weir.snapshot.format.SegmentIndex.Block;
import dev.weir.snapshot.format.SegmentIndex.KeyedStateIndex;
import dev.weir.snapshot.format.SegmentIndex.OperatorIndex;
import dev.weir.snapshot.format.SegmentIndex.OperatorStateIndex;
import dev.weir.snapshot.format.SubtaskStateHandle;
import dev.weir.snapshot.inspect.KeyedStateInfo.KeyGroupInfo;
import dev.weir.snapshot.inspect.OperatorInfo.NativeFileInfo;
import dev.weir.snapshot.inspect.OperatorInfo.OperatorStateInfo;
import dev.weir.snapshot.inspect.SnapshotInfo.EdgeInfo;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Sums up over all subtasks what a manifest says. */
final class Contents {

    private final Manifest manifest;
    private final Map<String, Map<String, List<KeyedStateIndex>>> keyed = new TreeMap<>();
    private final Map<String, Map<String, List<OperatorStateIndex>>> unkeyed = new TreeMap<>();
    private final Map<EdgeId, EdgeInfo> underWay = new LinkedHashMap<>();
    private final Map<String, NativeIndex> natives = new TreeMap<>();
    private final Map<String, Map<String, NativeFile>> nativeFiles = new TreeMap<>();
    private final Set<String> files = new HashSet<>();
    private long bytes;
    private long referredBytes;

    private Contents(Manifest manifest) {
        this.manifest = manifest;
        for (SubtaskEntry entry : manifest.subtasks()) {
            SubtaskStateHandle handle = entry.handle();
            if (handle.file() != null) {
                files.add(CheckpointFolders.name(handle.checkpointId()) + "/" + handle.file());
            }
            handle.index().others().forEach(other -> files.add(other.path()));
            handle.index()
                    .nativeFiles()
                    .map(NativeFile::path)
                    .filter(Objects::nonNull)
                    .forEach(files::add);
            referredBytes += handle.index().referredBytes();
            handle.index().operators().forEach(this::add);
            InFlightIndex inFlight = entry.handle().index().inFlight();
            if (inFlight != null) {
                inFlight.parts().forEach(part -> add(inFlight, part));
            }
        }
    }

    /** @param uri the snapshot's */
    static SnapshotInfo of(String uri, Manifest manifest) {
        return new Contents(manifest).info(uri);
    }

    private void add(OperatorIndex operator) {
        for (KeyedStateIndex state : operator.keyedStates()) {
            listOf(keyed, operator.uid(), state.name()).add(state);
        }
        NativeIndex ofBackend = operator.nativeState();
        if (ofBackend != null) {
            natives.put(operator.uid(), ofBackend);
            ofBackend
                    .states()
                    .forEach(
                            state -> listOf(keyed, operator.uid(), state.name()).add(state));
            Map<String, NativeFile> known = nativeFiles.computeIfAbsent(operator.uid(), added -> new TreeMap<>());
            ofBackend.files().forEach(file -> known.put(known.size() + file.name(), file));
        }
        for (OperatorStateIndex state : operator.operatorStates()) {
            listOf(unkeyed, operator.uid(), state.name()).add(state);
        }
    }

    private static <T> List<T> listOf(Map<String, Map<String, List<T>>> lists, String uid, String state) {
        return lists.computeIfAbsent(uid, added -> new TreeMap<>()).computeIfAbsent(state, added -> new ArrayList<>());
    }

    private void add(InFlightIndex inFlight, InFlightIndex.PartIndex part) {
        EdgeId edge = inFlight.channelOf(part).edge();
        underWay.merge(
                edge,
                new EdgeInfo(edge, part.records(), part.length()),
                (sum, added) -> new EdgeInfo(edge, sum.records() + added.records(), sum.bytes() + added.bytes()));
        bytes += part.length();
    }

    private SnapshotInfo info(String uri) {
        List<OperatorInfo> operators = new ArrayList<>();
        manifest.scales().forEach((uid, scale) -> operators.add(operator(uid, scale)));
        long ofOperators = operators.stream().mapToLong(OperatorInfo::bytes).sum();
        return new SnapshotInfo(
                uri,
                manifest.jobId(),
                manifest.checkpointId(),
                manifest.kind(),
                Instant.ofEpochMilli(manifest.triggerTimestampMillis()),
                manifest.lineage(),
                manifest.parentLineage(),
                operators,
                List.copyOf(underWay.values()),
                files.size() + 1,
                bytes + ofOperators,
                referredBytes);
    }

    private OperatorInfo operator(String uid, Manifest.OperatorScale scale) {
        byte[] enumerator = manifest.enumerators().get(uid);
        return new OperatorInfo(
                uid,
                scale.parallelism(),
                scale.maxParallelism(),
                keyed.getOrDefault(uid, Map.of()).values().stream()
                        .map(parts -> keyedState(uid, parts))
                        .toList(),
                unkeyed.getOrDefault(uid, Map.of()).values().stream()
                        .map(Contents::operatorState)
                        .toList(),
                enumerator == null ? 0 : enumerator.length,
                nativeFiles.getOrDefault(uid, Map.of()).values().stream()
                        .map(file -> new NativeFileInfo(file.name(), file.path(), file.sizeBytes()))
                        .toList());
    }

    private KeyedStateInfo keyedState(String uid, List<KeyedStateIndex> parts) {
        Map<Integer, KeyGroupInfo> groups = new TreeMap<>();
        for (KeyedStateIndex part : parts) {
            for (Block block : part.groups()) {
                int group = block.keyGroup();
                groups.merge(
                        group,
                        new KeyGroupInfo(group, block.entries(), block.length()),
                        (sum, added) ->
                                new KeyGroupInfo(group, sum.entries() + added.entries(), sum.bytes() + added.bytes()));
            }
        }
        KeyedStateIndex first = parts.get(0);
        List<Schema> values = parts.stream().map(KeyedStateIndex::values).toList();
        List<Schema> keys = parts.stream().map(KeyedStateIndex::keys).toList();
        return new KeyedStateInfo(
                first.name(),
                first.kind(),
                first.namespace(),
                first.types(),
                SchemaText.of(values),
                SchemaText.of(keys),
                List.copyOf(groups.values()),
                backendOf(uid, first.name()));
    }

    /** Whose own files hold a state; null where blocks do. */
    private @Nullable String backendOf(String uid, String state) {
        NativeIndex ofBackend = natives.get(uid);
        boolean isNative = ofBackend != null
                && ofBackend.states().stream().anyMatch(each -> each.name().equals(state));
        return ofBackend != null && isNative ? ofBackend.backend() : null;
    }

    private static OperatorStateInfo operatorState(List<OperatorStateIndex> parts) {
        OperatorStateIndex first = parts.get(0);
        return new OperatorStateInfo(
                first.name(),
                first.redistribution(),
                parts.stream().mapToLong(OperatorStateIndex::elements).sum(),
                parts.stream().mapToLong(OperatorStateIndex::length).sum());
    }
}
