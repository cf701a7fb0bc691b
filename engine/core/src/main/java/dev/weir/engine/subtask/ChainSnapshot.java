package dev.weir.engine.subtask;

import dev.weir.engine.element.Element;
import dev.weir.engine.operator.Operator;
import dev.weir.engine.operator.SnapshotContext;
import dev.weir.engine.operator.SnapshotKind;
import dev.weir.snapshot.backend.KeyedSnapshot;
import dev.weir.snapshot.format.InFlight;
import dev.weir.snapshot.format.OperatorSnapshot;
import dev.weir.snapshot.format.OperatorStateBlock;
import dev.weir.snapshot.format.OperatorStateBlock.Redistribution;
import dev.weir.snapshot.format.SubtaskSnapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The synchronous part of a snapshot: freezes every link of a chain. */
final class ChainSnapshot {

    private final Element.Barrier barrier;
    private final List<CompletableFuture<OperatorSnapshot>> operators = new ArrayList<>();
    private final List<KeyedSnapshot> frozen = new ArrayList<>();

    ChainSnapshot(Element.Barrier barrier) {
        this.barrier = barrier;
    }

    void add(Link link, @Nullable SourceHead source) {
        Parts parts = new Parts(barrier);
        if (source != null) {
            source.snapshot(parts);
        }
        Operator<?> operator = link.operator();
        if (operator != null) {
            try {
                operator.snapshot(parts);
            } catch (Throwable thrown) {
                release();
                throw link.failed("snapshot", thrown);
            }
        }
        if (link.states != null) {
            try {
                parts.putAll(link.states.freeze());
            } catch (Throwable thrown) {
                release();
                throw link.failed("snapshot", thrown);
            }
        }
        KeyedSnapshot keyed = link.backend == null ? null : link.backend.freeze();
        if (keyed != null) {
            frozen.add(keyed);
        }
        long eventTime = link.emitter() == null && source == null ? link.watermark : link.emittedWatermark;
        boolean drained = link.finished || link.drainedBefore;
        operators.add(parts.complete()
                .thenApply(state -> new OperatorSnapshot(link.uid(), keyed, state, eventTime, drained)));
    }

    /**
     * Complete once everything is there that operators still prepare and that is under way. Fails as soon as an operator
     * fails.
     */
    CompletionStage<SubtaskSnapshot> content(CompletableFuture<InFlight> inFlight) {
        return CompletableFuture.allOf(operators.toArray(CompletableFuture[]::new))
                .whenComplete((done, failure) -> {
                    if (failure != null) {
                        release();
                    }
                })
                .thenCompose(done -> inFlight)
                .thenApply(underWay -> new SubtaskSnapshot(
                        operators.stream().map(CompletableFuture::join).toList(), underWay));
    }

    /** It will never be complete: what was frozen is let go. */
    void abandon() {
        release();
    }

    private void release() {
        frozen.forEach(KeyedSnapshot::release);
    }

    /** Collects one operator's own state. */
    private static final class Parts implements SnapshotContext {
        private final Element.Barrier barrier;
        private final Map<String, OperatorStateBlock> ready = new LinkedHashMap<>();
        private final Map<String, CompletableFuture<OperatorStateBlock>> later = new LinkedHashMap<>();

        Parts(Element.Barrier barrier) {
            this.barrier = barrier;
        }

        @Override
        public long checkpointId() {
            return barrier.checkpointId();
        }

        @Override
        public SnapshotKind kind() {
            return barrier.kind();
        }

        @Override
        public void put(String name, Redistribution redistribution, List<byte[]> elements) {
            refuseSecond(name);
            ready.put(name, new OperatorStateBlock(redistribution, elements));
        }

        @Override
        public void putLater(String name, Redistribution redistribution, CompletionStage<List<byte[]>> elements) {
            refuseSecond(name);
            later.put(
                    name,
                    elements.thenApply(list -> new OperatorStateBlock(redistribution, list))
                            .toCompletableFuture());
        }

        void putAll(Map<String, OperatorStateBlock> declared) {
            declared.keySet().forEach(this::refuseSecond);
            ready.putAll(declared);
        }

        private void refuseSecond(String name) {
            if (ready.containsKey(name) || later.containsKey(name)) {
                throw new IllegalStateException(
                        "an operator names each part of its state once per snapshot: name=" + name);
            }
        }

        CompletableFuture<Map<String, OperatorStateBlock>> complete() {
            return CompletableFuture.allOf(later.values().toArray(CompletableFuture[]::new))
                    .thenApply(done -> {
                        Map<String, OperatorStateBlock> all = new LinkedHashMap<>(ready);
                        later.forEach((name, block) -> all.put(name, block.join()));
                        return all;
                    });
        }
    }
}
