package dev.weir.snapshot.restore;

import dev.weir.snapshot.format.EdgeId;
import dev.weir.snapshot.format.InFlight.Channel;
import dev.weir.snapshot.format.InFlight.ChannelTime;
import dev.weir.snapshot.format.InFlightIndex;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.format.SubtaskStateHandle;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.restore.EdgeTarget.Dealing;
import dev.weir.snapshot.restore.RestoredInFlight.Channels;
import dev.weir.snapshot.restore.StoredInFlight.StoredPart;
import dev.weir.snapshot.restore.StoredOperators.Stored;
import dev.weir.snapshot.restore.SubtaskSlice.InFlightSlice;
import dev.weir.snapshot.restore.SubtaskSlice.OwnedGroups;
import dev.weir.snapshot.restore.SubtaskSlice.PartSlice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Deals out what was under way. Where a receiver has the same channels as before, each keeps what was on it, watermarks
 * and marks included. Else records go by key group, or by old receiver on edges without keys.
 *
 * <p>Invariants: each record goes to exactly one subtask; to each subtask first goes what was queued at old receivers, then
 * what was held at old senders, so that the records of one channel with one key stay in order.
 */
final class InFlightSlicer {

    private final StoredOperators stored;
    private final Renames renames;
    private final Map<String, Integer> maxParallelisms;
    private final Map<EdgeId, Claim> claims = new HashMap<>();

    /** By the uid of the receiver, in the order in which a subtask processes them. */
    private final Map<String, List<StoredPart>> parts = new TreeMap<>();

    /**
     * An edge of the new job.
     *
     * @param position among the inputs of its chain
     */
    private record Claim(EdgeTarget target, int position, int receivers, Channels channels) {}

    InFlightSlicer(
            Manifest manifest,
            Renames renames,
            StoredOperators stored,
            Map<String, Integer> maxParallelisms,
            List<ChainTarget> chains) {
        this.stored = stored;
        this.renames = renames;
        this.maxParallelisms = maxParallelisms;
        for (ChainTarget chain : chains) {
            Channels channels = channelsOf(chain);
            for (int i = 0; i < chain.inputs().size(); i++) {
                Claim claim = new Claim(chain.inputs().get(i), i, chain.parallelism(), channels);
                claims.merge(claim.target.edge(), claim, InFlightSlicer::both);
            }
        }
        for (StoredPart part : StoredInFlight.partsOf(manifest, renames)) {
            parts.computeIfAbsent(part.edge().toUid(), uid -> new ArrayList<>()).add(part);
        }
        parts.values().forEach(ofReceiver -> ofReceiver.sort(order()));
    }

    /** What was queued, by old receiver; then what was held, by edge and sender. Each holder's parts keep their order. */
    private Comparator<StoredPart> order() {
        return Comparator.comparing((StoredPart part) -> !part.isQueued())
                .thenComparing(part -> part.isQueued() ? 0 : positionOf(part.edge()))
                .thenComparing(StoredPart::holder);
    }

    /** Two edges with one name can be told apart by nothing: both must deal alike. */
    private static Claim both(Claim first, Claim second) {
        if (first.target.dealing() == second.target.dealing()) {
            return first;
        }
        EdgeTarget pinned = new EdgeTarget(first.target.edge(), first.target.senders(), Dealing.PINNED);
        return new Claim(pinned, first.position, first.receivers, first.channels);
    }

    private Channels channelsOf(ChainTarget chain) {
        Stored old = stored.find(chain.head().uid());
        if (old == null) {
            return Channels.SAME;
        }
        boolean keyed = chain.inputs().stream().anyMatch(input -> input.dealing() == Dealing.BY_KEY_GROUP);
        boolean same = old.parallelism() == chain.parallelism()
                && (!keyed || old.maxParallelism() == maxParallelism(chain.head()))
                && chain.inputs().stream().allMatch(this::hasItsSenders);
        return same ? Channels.SAME : Channels.DEALT_ANEW;
    }

    private boolean hasItsSenders(EdgeTarget input) {
        Stored sender = stored.find(input.edge().fromUid());
        return sender == null || sender.parallelism() == input.senders();
    }

    private int maxParallelism(OperatorTarget operator) {
        return maxParallelisms.getOrDefault(operator.uid(), operator.maxParallelism());
    }

    /**
     * Refuses records that the new job has no place for.
     *
     * @throws RestoreRefusedException with edges, counts and the remedy
     */
    void requireAllTaken() {
        Map<String, Long> lost = new TreeMap<>();
        for (List<StoredPart> ofReceiver : parts.values()) {
            for (StoredPart part : ofReceiver) {
                String fault = part.index().records() == 0 ? null : fault(part);
                if (fault != null) {
                    lost.merge(
                            "edge=" + part.edge() + " (" + fault + ")",
                            (long) part.index().records(),
                            Long::sum);
                }
            }
        }
        if (!lost.isEmpty()) {
            List<String> told = lost.entrySet().stream()
                    .map(edge -> edge.getKey() + ", records=" + edge.getValue())
                    .toList();
            throw new RestoreRefusedException("all records that were under way must have an edge that takes them: "
                    + String.join("; ", told)
                    + "; take a savepoint, which holds nothing under way, restore at the old parallelism and without the"
                    + " change, or drop the records with --allow-non-restored-state");
        }
    }

    /** Why a part can't be taken; null where it can. */
    private @Nullable String fault(StoredPart part) {
        Claim claim = claims.get(part.edge());
        if (claim == null) {
            return "the job has no such edge between chains";
        }
        if (part.index().records() > 0 && part.index().keyed() != (claim.target.dealing() == Dealing.BY_KEY_GROUP)) {
            return part.index().keyed() ? "it is no longer keyed" : "it is now keyed";
        }
        if (claim.channels == Channels.SAME) {
            return part.receiver() < claim.receivers ? null : "it has no such receiver: " + part.receiver();
        }
        return claim.target.dealing() == Dealing.PINNED
                ? "its records belong to the subtasks they were sent to, and the parallelism has changed, or the max parallelism"
                : null;
    }

    /** The share of one new subtask; {@code positions} gives a handle its position in the slice. */
    InFlightSlice slice(ChainTarget chain, int index, ToIntFunction<SubtaskStateHandle> positions) {
        Channels channels = channelsOf(chain);
        List<PartSlice> taken = new ArrayList<>();
        for (StoredPart part : parts.getOrDefault(chain.head().uid(), List.of())) {
            Claim claim = claims.get(part.edge());
            if (claim != null && fault(part) == null && takes(part, claim, chain, index)) {
                taken.add(slice(part, claim, chain, index, positions));
            }
        }
        return channels == Channels.SAME
                ? new InFlightSlice(channels, times(chain, index), pendingAdvances(chain, index), taken)
                : new InFlightSlice(channels, List.of(), Map.of(), taken);
    }

    private int positionOf(EdgeId edge) {
        Claim claim = claims.get(edge);
        return claim == null ? 0 : claim.position;
    }

    private boolean takes(StoredPart part, Claim claim, ChainTarget chain, int index) {
        if (claim.channels == Channels.SAME) {
            return part.receiver() == index;
        }
        if (part.index().records() == 0) {
            return false;
        }
        if (claim.target.dealing() == Dealing.BY_RECEIVER) {
            return part.receiver() % chain.parallelism() == index;
        }
        int maxParallelism = maxParallelism(chain.head());
        if (maxParallelism != storedMaxParallelism(part)) {
            return true; // which of its records are wanted, only their keys can tell
        }
        KeyGroupRange owned = KeyGroups.rangeOf(index, chain.parallelism(), maxParallelism);
        KeyGroupRange held =
                new KeyGroupRange(part.index().firstKeyGroup(), part.index().lastKeyGroup());
        return owned.intersect(held).size() > 0;
    }

    private int storedMaxParallelism(StoredPart part) {
        Stored receiver = stored.find(part.edge().toUid());
        if (receiver == null) {
            throw new RestoreRefusedException("a checkpoint knows the receiver of what is under way: edge="
                    + part.edge() + "; restore another one");
        }
        return receiver.maxParallelism();
    }

    private PartSlice slice(
            StoredPart part, Claim claim, ChainTarget chain, int index, ToIntFunction<SubtaskStateHandle> positions) {
        Channel channel = part.channel();
        if (claim.channels == Channels.DEALT_ANEW) {
            channel = new Channel(part.edge(), channel.sender() % claim.target.senders(), index);
        }
        OwnedGroups owned = null;
        if (part.index().keyed()) {
            int maxParallelism = maxParallelism(chain.head());
            KeyGroupRange range = KeyGroups.rangeOf(index, chain.parallelism(), maxParallelism);
            owned = new OwnedGroups(range.first(), range.last(), maxParallelism, storedMaxParallelism(part));
        }
        return new PartSlice(positions.applyAsInt(part.handle()), part.position(), channel, owned);
    }

    /** How far time had come on the channels that are there again. */
    private List<ChannelTime> times(ChainTarget chain, int index) {
        InFlightIndex old = indexOf(chain.head(), index);
        if (old == null) {
            return List.of();
        }
        return old.times().stream()
                .map(time -> new ChannelTime(
                        StoredInFlight.renamed(old.channelOf(time), renames), time.watermark(), time.activity()))
                .filter(time -> claims.containsKey(time.channel().edge()))
                .toList();
    }

    private Map<String, Long> pendingAdvances(ChainTarget chain, int index) {
        Map<String, Long> pending = new TreeMap<>();
        for (OperatorTarget operator : chain.operators()) {
            InFlightIndex old = indexOf(operator, index);
            Stored before = stored.find(operator.uid());
            Long advance =
                    old == null || before == null ? null : old.pendingAdvances().get(before.storedUid());
            if (advance != null) {
                pending.put(operator.uid(), advance);
            }
        }
        return pending;
    }

    /** What an operator's old self had under way; null where nothing was or it is another's place now. */
    private @Nullable InFlightIndex indexOf(OperatorTarget operator, int index) {
        Stored old = stored.find(operator.uid());
        return old == null || old.parallelism() != operator.parallelism()
                ? null
                : old.parts().get(index).handle().index().inFlight();
    }
}
