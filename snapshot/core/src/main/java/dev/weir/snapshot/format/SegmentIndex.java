package dev.weir.snapshot.format;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.weir.snapshot.backend.StateMeta.NamespaceKind;
import dev.weir.snapshot.backend.StateMeta.TimeToLive;
import dev.weir.snapshot.codec.Schema;
import dev.weir.snapshot.format.OperatorStateBlock.Redistribution;
import dev.weir.snapshot.state.StateKind;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What lies where in a segment, and what its bytes mean: so a restore reads only the key groups it needs. A key group that
 * hadn't changed since an older checkpoint may lie in that one's segment.
 *
 * @param operators in chain order
 * @param inFlight what was under way; null where nothing was, as in every aligned snapshot
 * @param others segments of older checkpoints that blocks lie in; empty in every savepoint
 */
public record SegmentIndex(
        List<OperatorIndex> operators,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable InFlightIndex inFlight,

        @JsonInclude(JsonInclude.Include.NON_EMPTY) @Nullable
        List<OtherSegment> others) {

    /** The index of a segment that holds all blocks itself. */
    public SegmentIndex(List<OperatorIndex> operators, @Nullable InFlightIndex inFlight) {
        this(operators, inFlight, List.of());
    }

    /** The index of a segment with nothing under way. */
    public SegmentIndex(List<OperatorIndex> operators) {
        this(operators, null);
    }

    /** @param others null for none */
    public SegmentIndex(
            List<OperatorIndex> operators, @Nullable InFlightIndex inFlight, @Nullable List<OtherSegment> others) {
        this.operators = List.copyOf(operators);
        this.inFlight = inFlight;
        this.others = others == null ? List.of() : List.copyOf(others);
    }

    /** Segments of older checkpoints that blocks lie in. */
    @Override
    public List<OtherSegment> others() {
        return others == null ? List.of() : others;
    }

    /** The bytes of all key groups that lie in segments of older checkpoints. */
    public long referredBytes() {
        return blocks().filter(block -> block.segment() != Block.OWN)
                .mapToLong(Block::length)
                .sum();
    }

    private Stream<Block> blocks() {
        return operators.stream()
                .flatMap(operator -> operator.keyedStates().stream())
                .flatMap(state -> state.groups().stream());
    }

    /** The native files of all operators. */
    public Stream<NativeIndex.NativeFile> nativeFiles() {
        return operators.stream()
                .map(OperatorIndex::nativeState)
                .filter(Objects::nonNull)
                .flatMap(index -> index.files().stream());
    }

    /** How many records were under way. */
    public long inFlightRecords() {
        return inFlight == null ? 0 : inFlight.records();
    }

    /** How many bytes of the segment they take. */
    public long inFlightBytes() {
        return inFlight == null ? 0 : inFlight.bytes();
    }

    /** The index of one operator; null where the segment has none of it. */
    public @Nullable OperatorIndex operator(String uid) {
        for (OperatorIndex operator : operators) {
            if (operator.uid().equals(uid)) {
                return operator;
            }
        }
        return null;
    }

    /**
     * One operator.
     *
     * @param keyed whether it has keyed state, be it empty
     * @param eventTime its watermark; {@code Long.MIN_VALUE} before the first
     * @param keyedStates what is in blocks; a state that is written by several schemas is there once for each, its key groups
     *     divided among them
     * @param nativeState what is in files of the state backend; null where nothing is
     */
    public record OperatorIndex(
            String uid,
            long eventTime,
            Drain drain,
            Keyed keyed,
            List<KeyedStateIndex> keyedStates,
            List<OperatorStateIndex> operatorStates,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            NativeIndex nativeState) {

        /** All of whose keyed state is in blocks. */
        public OperatorIndex(
                String uid,
                long eventTime,
                Drain drain,
                Keyed keyed,
                List<KeyedStateIndex> keyedStates,
                List<OperatorStateIndex> operatorStates) {
            this(uid, eventTime, drain, keyed, keyedStates, operatorStates, null);
        }

        public OperatorIndex {
            keyedStates = List.copyOf(keyedStates);
            operatorStates = List.copyOf(operatorStates);
        }

        /** All its keyed states, in blocks and in native files. */
        public List<KeyedStateIndex> allKeyedStates() {
            return nativeState == null
                    ? keyedStates
                    : Stream.concat(keyedStates.stream(), nativeState.states().stream())
                            .toList();
        }
    }

    /** Whether an operator's input had ended. Names are part of the checkpoint format. */
    public enum Drain {
        RUNNING,
        DRAINED
    }

    /** Whether an operator keeps state per key. Names are part of the checkpoint format. */
    public enum Keyed {
        NO,
        YES
    }

    /**
     * One keyed state.
     *
     * @param timeToLive whether the time of the last use stands before each value, element or map's value
     * @param types the declared types, for messages
     * @param values the classes of its values
     * @param keys the records and enums among its keys
     * @param groups in rising order; empty ones are left out
     */
    public record KeyedStateIndex(
            String name,
            StateKind kind,
            NamespaceKind namespace,
            TimeToLive timeToLive,
            List<String> types,
            Schema values,
            Schema keys,
            List<Block> groups) {
        public KeyedStateIndex {
            types = List.copyOf(types);
            groups = List.copyOf(groups);
        }
    }

    /**
     * Where a key group lies.
     *
     * @param offset of the block in the segment, in bytes
     * @param length of the block with its head, in bytes
     * @param segment {@link #OWN}, or the position of another segment from 1
     */
    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    @JsonPropertyOrder({"keyGroup", "entries", "offset", "length", "segment"})
    public record Block(int keyGroup, int entries, long offset, int length, int segment) {

        /** The segment that the index belongs to. */
        public static final int OWN = 0;

        /** A block of the segment itself. */
        public Block(int keyGroup, int entries, long offset, int length) {
            this(keyGroup, entries, offset, length, OWN);
        }
    }

    /**
     * A segment of an older checkpoint.
     *
     * @param path of the file within the job's folder
     * @param identity stands in the segment, so that another isn't taken for it
     * @param sizeBytes its length
     */
    public record OtherSegment(String path, String identity, long sizeBytes) {}

    /**
     * One state that belongs to no key.
     *
     * @param elements how many elements it has
     * @param values the classes of its elements where a user declared it; null where its owner alone knows their form
     * @param checksum of its elements in any order, where all subtasks should hold the same of a state that a user
     *     declared; else null
     */
    public record OperatorStateIndex(
            String name,
            Redistribution redistribution,
            int elements,
            long offset,
            int length,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Schema values,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Long checksum) {

        /** Of a state whose form its owner alone knows. */
        public OperatorStateIndex(String name, Redistribution redistribution, int elements, long offset, int length) {
            this(name, redistribution, elements, offset, length, null, null);
        }
    }
}
