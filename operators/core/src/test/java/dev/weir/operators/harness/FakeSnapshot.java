package dev.weir.operators.harness;

import dev.weir.engine.operator.SnapshotContext;
import dev.weir.engine.operator.SnapshotKind;
import dev.weir.snapshot.format.OperatorStateBlock.Redistribution;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Takes the own state of one operator for one checkpoint. */
public final class FakeSnapshot implements SnapshotContext {

    private final long checkpointId;
    private final SnapshotKind kind;
    private final Map<String, CompletableFuture<List<byte[]>>> blocks = new HashMap<>();
    private final Map<String, Redistribution> redistributions = new HashMap<>();

    public FakeSnapshot(long checkpointId) {
        this(checkpointId, SnapshotKind.CHECKPOINT);
    }

    public FakeSnapshot(long checkpointId, SnapshotKind kind) {
        this.checkpointId = checkpointId;
        this.kind = kind;
    }

    /** Whether everything is there, so that the subtask would acknowledge. */
    public boolean isDone() {
        return blocks.values().stream().allMatch(CompletableFuture::isDone);
    }

    /** The elements; empty where the operator stored none. */
    public List<byte[]> elements(String name) {
        return blocks.containsKey(name) ? blocks.get(name).join() : List.of();
    }

    /** What a restore does with the elements; empty where the operator stored none. */
    public Optional<Redistribution> redistribution(String name) {
        return Optional.ofNullable(redistributions.get(name));
    }

    @Override
    public long checkpointId() {
        return checkpointId;
    }

    @Override
    public SnapshotKind kind() {
        return kind;
    }

    @Override
    public void put(String name, Redistribution redistribution, List<byte[]> elements) {
        putLater(name, redistribution, CompletableFuture.completedFuture(elements));
    }

    @Override
    public void putLater(String name, Redistribution redistribution, CompletionStage<List<byte[]>> elements) {
        blocks.put(name, elements.toCompletableFuture());
        redistributions.put(name, redistribution);
    }
}
