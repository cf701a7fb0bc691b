package dev.weir.snapshot.restore;

import dev.weir.snapshot.format.OperatorStateBlock.Redistribution;
import dev.weir.snapshot.format.SegmentIndex;
import dev.weir.snapshot.format.SegmentIndex.Keyed;
import dev.weir.snapshot.format.SegmentIndex.OperatorStateIndex;
import dev.weir.snapshot.format.SubtaskStateHandle;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.restore.EdgeTarget.Dealing;
import dev.weir.snapshot.restore.RestoredInFlight.Channels;
import dev.weir.snapshot.restore.RestoredOperator.Drain;
import dev.weir.snapshot.restore.StoredOperators.Part;
import dev.weir.snapshot.restore.StoredOperators.Stored;
import dev.weir.snapshot.restore.SubtaskSlice.ElementSlice;
import dev.weir.snapshot.restore.SubtaskSlice.OperatorSlice;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Cuts what one new subtask restores out of the old subtasks' handles. */
final class Slicer {

    private final StoredOperators stored;
    private final Map<String, Integer> maxParallelisms;
    private final InFlightSlicer inFlight;
    private final RestorePlan.Unclaimed unclaimed;
    private final String folder;
    private final List<SubtaskStateHandle> handles = new ArrayList<>();
    private final IdentityHashMap<SubtaskStateHandle, Integer> positions = new IdentityHashMap<>();

    Slicer(
            StoredOperators stored,
            Map<String, Integer> maxParallelisms,
            InFlightSlicer inFlight,
            RestorePlan.Unclaimed unclaimed,
            String folder) {
        this.stored = stored;
        this.maxParallelisms = maxParallelisms;
        this.inFlight = inFlight;
        this.unclaimed = unclaimed;
        this.folder = folder;
    }

    SubtaskSlice slice(ChainTarget chain, int index) {
        SubtaskSlice.InFlightSlice underWay = inFlight.slice(chain, index, this::position);
        List<OperatorSlice> operators = new ArrayList<>();
        Start start = startOf(chain, underWay.channels());
        boolean regroups = chain.operators().stream().anyMatch(operator -> regrouping(operator) != null);
        for (OperatorTarget target : chain.operators()) {
            Stored old = stored.find(target.uid());
            if (old != null) {
                boolean same = target.parallelism() == old.parallelism() && !regroups;
                operators.add(slice(target, old, index, same && start == Start.INHERITED ? Start.OWN : start));
            }
        }
        return new SubtaskSlice(chain.chain(), index, folder, handles, operators, underWay, unclaimed);
    }

    /** How an operator's stored key groups become those it has now; null where they are the same, or it has none. */
    private @Nullable Regrouping regrouping(OperatorTarget target) {
        Stored old = stored.find(target.uid());
        if (old == null || !old.isKeyed()) {
            return null;
        }
        int maxParallelism = maxParallelisms.getOrDefault(target.uid(), old.maxParallelism());
        return maxParallelism == old.maxParallelism() ? null : new Regrouping(old.maxParallelism(), maxParallelism);
    }

    /** From which watermark a subtask starts. */
    private enum Start {
        /** That of its old self: it has the same keys. */
        OWN,
        /** The smallest of those old subtasks that it takes something from. */
        INHERITED,
        /** The smallest of all. */
        SMALLEST
    }

    /** Where each receiver had senders of its own, its new ones may lag behind those: then none starts later than any. */
    private static Start startOf(ChainTarget chain, Channels channels) {
        boolean ownSenders = chain.inputs().stream().anyMatch(input -> input.dealing() == Dealing.PINNED);
        return ownSenders && channels == Channels.DEALT_ANEW ? Start.SMALLEST : Start.INHERITED;
    }

    private OperatorSlice slice(OperatorTarget target, Stored old, int index, Start start) {
        KeyGroupRange groups = new KeyGroupRange(0, -1);
        Set<Integer> sources = new TreeSet<>(); // old indices
        List<Integer> keyedHandles = new ArrayList<>();
        StoredAs storedAs = new StoredAs(old.storedUid(), old.stateNames(), regrouping(target));
        if (old.isKeyed()) {
            int maxParallelism = maxParallelisms.getOrDefault(target.uid(), old.maxParallelism());
            groups = KeyGroups.rangeOf(index, target.parallelism(), maxParallelism);
            for (Part part : old.parts()) {
                KeyGroupRange held = KeyGroups.rangeOf(part.index(), old.parallelism(), old.maxParallelism());
                if (part.state().keyed() == Keyed.YES && mayFeed(storedAs, held, groups)) {
                    keyedHandles.add(position(part.handle()));
                    sources.add(part.index());
                }
            }
        }
        List<ElementSlice> elements = elements(target, old, index, sources);
        return new OperatorSlice(
                target.uid(),
                groups.first(),
                groups.last(),
                keyedHandles,
                elements,
                switch (start) {
                    case OWN -> old.parts().get(index).state().eventTime();
                    case INHERITED -> smallestTime(old, sources);
                    case SMALLEST -> smallestTime(old, Set.of());
                },
                drain(target, old, index, storedAs),
                storedAs);
    }

    private static boolean mayFeed(StoredAs stored, KeyGroupRange held, KeyGroupRange owned) {
        Regrouping regrouping = stored.regrouping();
        return regrouping == null ? held.intersect(owned).size() > 0 : regrouping.mayFeed(held, owned);
    }

    private static Drain drain(OperatorTarget target, Stored old, int index, StoredAs storedAs) {
        if (target.parallelism() == old.parallelism() && storedAs.regrouping() == null) {
            return isDrained(old.parts().get(index)) ? Drain.DRAINED : Drain.RUNNING;
        }
        long drained = old.parts().stream().filter(Slicer::isDrained).count();
        if (drained == 0) {
            return Drain.RUNNING;
        }
        return drained == old.parts().size() ? Drain.DRAINED : Drain.PARTLY;
    }

    private static boolean isDrained(Part part) {
        return part.state().drain() == SegmentIndex.Drain.DRAINED;
    }

    private int position(SubtaskStateHandle handle) {
        return positions.computeIfAbsent(handle, added -> {
            handles.add(added);
            return handles.size() - 1;
        });
    }

    /** @param sources indexes of the old subtasks it takes something from; all where it is empty */
    private static long smallestTime(Stored old, Set<Integer> sources) {
        return old.parts().stream()
                .filter(part -> sources.isEmpty() || sources.contains(part.index()))
                .mapToLong(part -> part.state().eventTime())
                .min()
                .orElse(Long.MIN_VALUE);
    }

    private List<ElementSlice> elements(OperatorTarget target, Stored old, int index, Set<Integer> sources) {
        Set<String> names = new TreeSet<>();
        old.parts().forEach(part -> part.state().operatorStates().forEach(state -> names.add(state.name())));
        List<ElementSlice> dealt = new ArrayList<>();
        for (String name : names) {
            List<Holding> holdings = holdings(old, name);
            List<ElementSlice> part = switch (holdings.get(0).state.redistribution()) {
                case SPLIT ->
                    target.parallelism() == old.parallelism()
                            ? whole(
                                    holdings.stream()
                                            .filter(h -> h.part.index() == index)
                                            .toList(),
                                    sources)
                            : split(holdings, index, target.parallelism(), sources);
                case UNION -> whole(holdings, sources);
                case BROADCAST -> whole(List.of(sameInAll(target, old, holdings, index)), sources);
            };
            dealt.addAll(part);
        }
        return dealt;
    }

    /** The holding for a subtask: its own at unchanged parallelism, else any, as all are the same. */
    private static Holding sameInAll(OperatorTarget target, Stored old, List<Holding> holdings, int index) {
        OperatorStateIndex first = holdings.get(0).state;
        for (Holding holding : holdings) {
            boolean differs = holding.state.elements() != first.elements()
                    || (Objects.equals(holding.state.values(), first.values())
                            && !Objects.equals(holding.state.checksum(), first.checksum()));
            if (first.values() != null && differs && target.parallelism() != old.parallelism()) {
                throw new RestoreRefusedException(
                        "broadcast state must be the same in all subtasks to be given to others:"
                                + " operator=" + old.uid() + ", state=" + first.name() + ", differing subtasks="
                                + holdings.get(0).part.index() + ", " + holding.part.index()
                                + "; change it by nothing but broadcast records, in the same way in each subtask; restore with"
                                + " parallelism " + old.parallelism());
            }
        }
        return holdings.get(index % holdings.size());
    }

    /** What one old subtask holds of one state. */
    private record Holding(Part part, OperatorStateIndex state) {}

    private static List<Holding> holdings(Stored old, String name) {
        List<Holding> holdings = new ArrayList<>();
        for (Part part : old.parts()) {
            for (OperatorStateIndex state : part.state().operatorStates()) {
                if (state.name().equals(name)) {
                    holdings.add(new Holding(part, state));
                }
            }
        }
        Redistribution first = holdings.get(0).state.redistribution();
        if (holdings.stream().anyMatch(holding -> holding.state.redistribution() != first)) {
            throw new RestoreRefusedException("all subtasks give an operator state one redistribution: operator="
                    + old.uid() + ", state=" + name + "; restore another checkpoint");
        }
        return holdings;
    }

    private List<ElementSlice> whole(List<Holding> holdings, Set<Integer> sources) {
        List<ElementSlice> slices = new ArrayList<>();
        for (Holding holding : holdings) {
            slices.add(take(holding, 0, holding.state.elements(), sources));
        }
        return slices;
    }

    /** All elements in the order of the old subtasks, cut into runs whose lengths differ by at most one. */
    private List<ElementSlice> split(List<Holding> holdings, int index, int parallelism, Set<Integer> sources) {
        long total =
                holdings.stream().mapToLong(holding -> holding.state.elements()).sum();
        long from = total * index / parallelism;
        long to = total * (index + 1) / parallelism;
        List<ElementSlice> slices = new ArrayList<>();
        long start = 0;
        for (Holding holding : holdings) {
            int elements = holding.state.elements();
            int low = (int) Math.max(0, Math.min(elements, from - start));
            int high = (int) Math.max(0, Math.min(elements, to - start));
            if (low < high) {
                slices.add(take(holding, low, high, sources));
            }
            start += elements;
        }
        if (slices.isEmpty()) {
            slices.add(new ElementSlice(
                    holdings.get(0).state.name(), position(holdings.get(0).part.handle()), 0, 0));
        }
        return slices;
    }

    private ElementSlice take(Holding holding, int from, int to, Set<Integer> sources) {
        if (from < to) {
            sources.add(holding.part.index());
        }
        return new ElementSlice(holding.state.name(), position(holding.part.handle()), from, to);
    }
}
