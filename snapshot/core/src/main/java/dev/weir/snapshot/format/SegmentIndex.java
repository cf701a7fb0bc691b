package dev.weir.snapshot.format;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.weir.snapshot.backend.StateMeta.NamespaceKind;
import dev.weir.snapshot.codec.Schema;
import dev.weir.snapshot.format.OperatorStateBlock.Redistribution;
import dev.weir.snapshot.state.StateKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What lies where in a segment, and what its bytes mean: so a restore reads only the key groups it needs.
 *
 * @param operators in chain order
 * @param inFlight what was under way; null where nothing was, as in every aligned snapshot
 */
public record SegmentIndex(
        List<OperatorIndex> operators,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable InFlightIndex inFlight) {

    /** The index of a segment with nothing under way. */
    public SegmentIndex(List<OperatorIndex> operators) {
        this(operators, null);
    }

    public SegmentIndex {
        operators = List.copyOf(operators);
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
     */
    public record OperatorIndex(
            String uid,
            long eventTime,
            Drain drain,
            Keyed keyed,
            List<KeyedStateIndex> keyedStates,
            List<OperatorStateIndex> operatorStates) {
        public OperatorIndex {
            keyedStates = List.copyOf(keyedStates);
            operatorStates = List.copyOf(operatorStates);
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

    /** Whether entries carry the time of their last use. Names are part of the checkpoint format; STAMPED is reserved. */
    public enum TimeToLive {
        NONE,
        STAMPED
    }

    /**
     * One keyed state.
     *
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
     */
    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    @JsonPropertyOrder({"keyGroup", "entries", "offset", "length"})
    public record Block(int keyGroup, int entries, long offset, int length) {}

    /**
     * One state that belongs to no key.
     *
     * @param elements how many elements it has
     */
    public record OperatorStateIndex(
            String name, Redistribution redistribution, int elements, long offset, int length) {}
}
