package dev.weir.engine.subtask;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.plan.Chain;
import dev.weir.engine.plan.ChainLink;
import dev.weir.engine.plan.ExecutionPlan;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.subtask.NetworkProgram.Judged;
import dev.weir.snapshot.backend.KeyedSnapshot;
import dev.weir.snapshot.format.InFlight;
import dev.weir.snapshot.format.InFlight.Kept;
import dev.weir.snapshot.format.InFlight.Part;
import dev.weir.snapshot.format.InFlight.Side;
import dev.weir.snapshot.format.OperatorSnapshot;
import dev.weir.snapshot.format.OperatorStateBlock;
import dev.weir.snapshot.format.SubtaskSnapshot;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.restore.RestoredInFlight;
import dev.weir.snapshot.restore.RestoredInFlight.Channels;
import dev.weir.snapshot.restore.RestoredOperator;
import dev.weir.snapshot.restore.RestoredOperator.Drain;
import dev.weir.snapshot.restore.RestoredSubtask;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Snapshots as subtasks restore them, without bytes in between. */
final class Restores {

    private final Map<SubtaskId, SubtaskSnapshot> snapshots;
    private final ExecutionPlan before;
    private final ExecutionPlan after;
    private final boolean isExact;

    private Restores(
            Map<SubtaskId, SubtaskSnapshot> snapshots, ExecutionPlan before, ExecutionPlan after, Judged judged) {
        this.isExact = judged == Judged.EXACTLY_ONCE;
        this.snapshots = snapshots;
        this.before = before;
        this.after = after;
    }

    /** One subtask with its own state and what was queued at it. */
    static RestoredSubtask same(SubtaskSnapshot snapshot, KeyGroupRange groups) {
        Map<String, RestoredOperator> operators = new HashMap<>();
        for (OperatorSnapshot operator : snapshot.operators()) {
            Map<String, List<byte[]>> own = new HashMap<>();
            operator.operatorState().forEach((name, block) -> own.put(name, block.elements()));
            operators.put(operator.uid(), restored(List.of(operator), operator, groups, own));
        }
        return new RestoredSubtask(operators, new RestoredInFlight(snapshot.inFlight(), Channels.SAME));
    }

    /** All subtasks of a job whose chains may have another parallelism. */
    static Map<SubtaskId, RestoredSubtask> all(
            Map<SubtaskId, SubtaskSnapshot> snapshots, ExecutionPlan before, ExecutionPlan after, Judged judged) {
        Restores restores = new Restores(snapshots, before, after, judged);
        Map<SubtaskId, RestoredSubtask> all = new TreeMap<>();
        for (SubtaskId id : after.subtasks()) {
            all.put(id, restores.subtask(id));
        }
        return all;
    }

    private RestoredSubtask subtask(SubtaskId id) {
        Chain chain = after.chain(id.chain());
        int old = before.chain(id.chain()).parallelism();
        KeyGroupRange groups = KeyGroups.rangeOf(id.index(), chain.parallelism(), chain.maxParallelism());
        Map<String, RestoredOperator> operators = new HashMap<>();
        for (int position = 0; position < chain.links().size(); position++) {
            List<OperatorSnapshot> parts = new ArrayList<>();
            for (int index = 0; index < old; index++) {
                parts.add(snapshot(new SubtaskId(id.chain(), index)).operators().get(position));
            }
            ChainLink link = chain.links().get(position);
            boolean isSame = old == chain.parallelism();
            Map<String, List<byte[]>> own = new HashMap<>();
            for (String name : parts.get(0).operatorState().keySet()) {
                own.put(name, elements(parts, name, id.index(), chain.parallelism()));
            }
            List<OperatorSnapshot> inherited = isSame ? List.of(parts.get(id.index())) : parts;
            RestoredOperator restored = restored(inherited, parts.get(0), groups, own);
            operators.put(link.uid(), hasItsSenders(id.chain()) ? restored : startingFrom(restored, parts));
        }
        boolean isSame = old == chain.parallelism() && hasItsSenders(id.chain());
        return new RestoredSubtask(operators, isSame ? sameInFlight(id) : dealtInFlight(id, groups));
    }

    /** New senders may lag behind those a subtask had. */
    private static RestoredOperator startingFrom(RestoredOperator restored, List<OperatorSnapshot> all) {
        return new RestoredOperator(
                restored.uid(), restored.keyed(), restored.operatorState(), smallestTime(all), restored.drain());
    }

    private static long smallestTime(List<OperatorSnapshot> operators) {
        return operators.stream().mapToLong(OperatorSnapshot::eventTime).min().orElseThrow();
    }

    private SubtaskSnapshot snapshot(SubtaskId id) {
        return Objects.requireNonNull(snapshots.get(id));
    }

    private static RestoredOperator restored(
            List<OperatorSnapshot> inherited,
            OperatorSnapshot named,
            KeyGroupRange groups,
            Map<String, List<byte[]>> own) {
        List<KeyedSnapshot> keyed = new ArrayList<>();
        for (OperatorSnapshot one : inherited) {
            if (one.keyed() != null) {
                keyed.add(one.keyed());
            }
        }
        boolean drained = inherited.stream().allMatch(OperatorSnapshot::drained);
        return new RestoredOperator(
                named.uid(),
                HeldKeyedState.of(keyed, groups),
                own,
                smallestTime(inherited),
                drained ? Drain.DRAINED : Drain.RUNNING);
    }

    private List<byte[]> elements(List<OperatorSnapshot> parts, String name, int index, int parallelism) {
        List<OperatorStateBlock> blocks = parts.stream()
                .map(part -> Objects.requireNonNull(part.operatorState().get(name)))
                .toList();
        if (blocks.get(0).redistribution() == OperatorStateBlock.Redistribution.BROADCAST) {
            List<List<String>> texts = blocks.stream()
                    .map(block ->
                            block.elements().stream().map(NetworkProgram::text).toList())
                    .distinct()
                    .toList();
            assertThat(isExact && texts.size() > 1)
                    .as("all have had the same: " + texts)
                    .isFalse();
            return blocks.get(0).elements();
        }
        if (parts.size() == parallelism) {
            return blocks.get(index).elements();
        }
        List<byte[]> all =
                blocks.stream().flatMap(block -> block.elements().stream()).toList();
        List<byte[]> share = new ArrayList<>();
        for (int i = index; i < all.size(); i += parallelism) {
            share.add(all.get(i));
        }
        return share;
    }

    private boolean hasItsSenders(int chain) {
        return after.inputsOf(chain).stream()
                .allMatch(edge -> before.chain(edge.fromChain()).parallelism()
                        == after.chain(edge.fromChain()).parallelism());
    }

    private RestoredInFlight sameInFlight(SubtaskId id) {
        InFlight own = snapshot(id).inFlight();
        List<Part> parts = parts(id.chain()).stream()
                .filter(part -> part.channel().receiver() == id.index())
                .toList();
        return new RestoredInFlight(new InFlight(own.times(), own.pendingAdvances(), parts), Channels.SAME);
    }

    private RestoredInFlight dealtInFlight(SubtaskId id, KeyGroupRange groups) {
        List<Part> dealt = new ArrayList<>();
        for (Part part : parts(id.chain())) {
            boolean isKeyed = part.channel().edge().toInput() == 0
                    && part.channel().edge().toUid().equals("counter");
            boolean isReceivers =
                    part.channel().receiver() % after.chain(id.chain()).parallelism() == id.index();
            List<Kept> records = part.elements().stream()
                    .filter(kept -> kept instanceof Kept.KeptRecord one
                            && (isKeyed ? groups.contains(one.keyGroup()) : isReceivers))
                    .toList();
            dealt.add(new Part(part.channel(), part.side(), records));
        }
        return new RestoredInFlight(new InFlight(List.of(), Map.of(), dealt), Channels.DEALT_ANEW);
    }

    /** What was under way to a chain: first what was queued, then what was held. */
    private List<Part> parts(int chain) {
        String uid = before.chain(chain).head().uid();
        List<Part> parts = new ArrayList<>();
        for (Side side : Side.values()) {
            for (SubtaskSnapshot snapshot : snapshots.values()) {
                for (Part part : snapshot.inFlight().parts()) {
                    if (part.side() == side && part.channel().edge().toUid().equals(uid)) {
                        requireMovable(part);
                        parts.add(part);
                    }
                }
            }
        }
        return parts;
    }

    private static void requireMovable(Part part) {
        assertThat(part.channel().edge().fromUid())
                .as("nothing is under way on an edge that stays aligned")
                .isNotEqualTo("rules");
    }
}
