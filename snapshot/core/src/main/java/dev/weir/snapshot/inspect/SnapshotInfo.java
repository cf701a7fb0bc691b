package dev.weir.snapshot.inspect;

import dev.weir.snapshot.format.EdgeId;
import dev.weir.snapshot.format.Manifest.Kind;
import java.time.Instant;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * What is in a savepoint or checkpoint, by its manifest alone: none of the job's classes is needed.
 *
 * @param uri of its folder
 * @param triggerTime when it was asked for, by the coordinator's clock
 * @param lineage the run that took it
 * @param parentLineage the run that one was started from; null for a first one
 * @param operators by name, those without state too
 * @param underWay the records that were on their way, by edge; empty where it was taken aligned
 * @param files how many files it has or refers to, its manifest among them
 * @param bytes of all states and records under way, as they are stored
 * @param referredBytes of these, what lies in segments of older checkpoints
 */
public record SnapshotInfo(
        String uri,
        String jobId,
        long checkpointId,
        Kind kind,
        Instant triggerTime,
        String lineage,
        @Nullable String parentLineage,
        List<OperatorInfo> operators,
        List<EdgeInfo> underWay,
        int files,
        long bytes,
        long referredBytes) {

    public SnapshotInfo {
        operators = List.copyOf(operators);
        underWay = List.copyOf(underWay);
    }

    /** One operator. @throws NoSuchElementException where there is none of that name: those there are named */
    public OperatorInfo operator(String uid) {
        return operators.stream()
                .filter(operator -> operator.uid().equals(uid))
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException("an operator is named as when it was stored: operator="
                        + uid + ", stored operators="
                        + operators.stream().map(OperatorInfo::uid).toList()));
    }

    /**
     * Records under way on one edge.
     *
     * @param records without watermarks and marks
     */
    public record EdgeInfo(EdgeId edge, long records, long bytes) {}
}
