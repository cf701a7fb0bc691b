package dev.weir.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.protocol.SubtaskId;
import dev.weir.snapshot.backend.RestoredKeyedState;
import dev.weir.snapshot.format.EdgeId;
import dev.weir.snapshot.format.InFlight;
import dev.weir.snapshot.format.OperatorStateBlock;
import dev.weir.snapshot.format.OperatorStateBlock.Redistribution;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.restore.RestoredInFlight.Channels;
import dev.weir.snapshot.restore.RestoredOperator;
import dev.weir.snapshot.restore.RestoredOperator.Drain;
import dev.weir.snapshot.restore.RestoredSubtask;
import dev.weir.snapshot.restore.SubtaskSlice;
import dev.weir.snapshot.restore.SubtaskSlice.InFlightSlice;
import dev.weir.snapshot.restore.SubtaskSlice.OperatorSlice;
import dev.weir.snapshot.restore.SubtaskSlice.PartSlice;
import dev.weir.testing.Seeds;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FrozenVersionsTest {

    private static final int PARALLELISM = 3;
    private static final SubtaskId FIRST = new SubtaskId(0, 0);
    private static final SubtaskId SECOND = new SubtaskId(0, 1);
    private static final SubtaskId THIRD = new SubtaskId(0, 2);

    private final FrozenVersions versions = new FrozenVersions(100);

    private static VersionName name(long id) {
        return new VersionName("L1", id);
    }

    private static SubtaskShape shape(SubtaskId subtask) {
        return new SubtaskShape(List.of("a"), PARALLELISM, 7, KeyGroups.rangeOf(subtask.index(), PARALLELISM, 7));
    }

    private static FrozenVersion version(SubtaskId subtask, long id, long bytes, Redistribution redistribution) {
        OperatorStateBlock block =
                new OperatorStateBlock(redistribution, List.of(new byte[] {(byte) subtask.index(), (byte) id}));
        FrozenVersion.Operator operator =
                new FrozenVersion.Operator("a", RestoredKeyedState.EMPTY, Map.of("positions", block), 5);
        return new FrozenVersion(name(id), shape(subtask), List.of(operator), bytes);
    }

    private void keep(SubtaskId subtask, long id, long bytes) {
        versions.keep(subtask, version(subtask, id, bytes, Redistribution.SPLIT));
    }

    private static SubtaskSlice slice(SubtaskId subtask, Drain drain, InFlightSlice inFlight) {
        OperatorSlice operator = new OperatorSlice("a", 0, -1, List.of(), List.of(), 5, drain);
        return new SubtaskSlice(subtask.chain(), subtask.index(), "", List.of(), List.of(operator), inFlight);
    }

    private static SubtaskSlice slice(SubtaskId subtask) {
        return slice(subtask, Drain.RUNNING, InFlightSlice.NONE);
    }

    private Optional<RestoredSubtask> find(SubtaskId subtask, long id) {
        return versions.find(subtask, name(id), shape(subtask), slice(subtask));
    }

    private static RestoredOperator operatorOf(Optional<RestoredSubtask> restored) {
        return Objects.requireNonNull(restored.orElseThrow().operator("a"));
    }

    @Test
    void aVersionIsFoundAgainAndAgain() {
        keep(FIRST, 1, 10);
        versions.completed(FIRST, 1);
        for (int attempt = 0; attempt < 3; attempt++) {
            assertThat(operatorOf(find(FIRST, 1)).operatorState().get("positions"))
                    .containsExactly(new byte[] {0, 1});
        }
    }

    @Test
    void anotherLineageIdOrShapeIsNotTakenForIt() {
        keep(FIRST, 1, 10);
        SubtaskShape shape = shape(FIRST);
        assertThat(versions.find(FIRST, new VersionName("L0", 1), shape, slice(FIRST)))
                .isEmpty();
        assertThat(versions.find(
                        FIRST,
                        name(1),
                        new SubtaskShape(List.of("a", "b"), PARALLELISM, 7, shape.groups()),
                        slice(FIRST)))
                .isEmpty();
        assertThat(versions.find(FIRST, name(1), new SubtaskShape(List.of("a"), 2, 7, shape.groups()), slice(FIRST)))
                .isEmpty();
        assertThat(find(SECOND, 1)).isEmpty();
        assertThat(find(FIRST, 1)).isPresent();
    }

    @Test
    void whetherItHadEndedIsSaidByAllSubtasksTogether() {
        keep(FIRST, 1, 10);
        SubtaskSlice drained = slice(FIRST, Drain.DRAINED, InFlightSlice.NONE);
        assertThat(operatorOf(versions.find(FIRST, name(1), shape(FIRST), drained))
                        .drained())
                .isTrue();
        assertThat(operatorOf(find(FIRST, 1)).drained()).isFalse();
    }

    @Test
    void timesOfChannelsComeBackButWhatWasUnderWayIsRead() {
        keep(FIRST, 1, 10);
        InFlight.Channel channel = new InFlight.Channel(new EdgeId("a", "", "b", 0), 2, 0);
        InFlight.ChannelTime time = new InFlight.ChannelTime(channel, 17, InFlight.Activity.IDLE);
        InFlightSlice times = new InFlightSlice(Channels.SAME, List.of(time), Map.of("a", 19L), List.of());
        RestoredSubtask restored = versions.find(FIRST, name(1), shape(FIRST), slice(FIRST, Drain.RUNNING, times))
                .orElseThrow();
        assertThat(restored.inFlight().inFlight().times()).containsExactly(time);
        assertThat(restored.inFlight().inFlight().pendingAdvances()).containsEntry("a", 19L);

        InFlightSlice records =
                new InFlightSlice(Channels.SAME, List.of(time), Map.of(), List.of(new PartSlice(0, 0, channel, null)));
        assertThat(versions.find(FIRST, name(1), shape(FIRST), slice(FIRST, Drain.RUNNING, records)))
                .isEmpty();
    }

    @Test
    void aNewerCompleteOneReplacesThoseBefore() {
        keep(FIRST, 1, 10);
        versions.completed(FIRST, 1);
        keep(FIRST, 2, 10);
        keep(FIRST, 3, 10);
        assertThat(versions.bytes()).isEqualTo(30);
        versions.completed(FIRST, 2);
        assertThat(versions.bytes()).isEqualTo(20);
        keep(FIRST, 1, 10);
        assertThat(versions.bytes()).isEqualTo(20);
        assertThat(find(FIRST, 2)).isPresent();
    }

    @Test
    void aRestartDropsWhatIsOfOtherRounds() {
        keep(FIRST, 1, 10);
        versions.completed(FIRST, 1);
        keep(FIRST, 2, 10);
        assertThat(find(FIRST, 1)).isPresent();
        assertThat(versions.bytes()).isEqualTo(10);
        assertThat(find(FIRST, 2)).isEmpty();
    }

    @Test
    void anAbortedRoundLeavesTheCompleteOne() {
        keep(FIRST, 1, 10);
        versions.completed(FIRST, 1);
        keep(FIRST, 2, 10);
        versions.aborted(FIRST, 2);
        versions.aborted(FIRST, 2);
        assertThat(versions.bytes()).isEqualTo(10);
        assertThat(find(FIRST, 1)).isPresent();
    }

    @Test
    void overTheBoundCompleteOnesGoFirst() {
        for (SubtaskId subtask : List.of(FIRST, SECOND, THIRD)) {
            keep(subtask, 1, 30);
            versions.completed(subtask, 1);
        }
        keep(FIRST, 2, 30);
        assertThat(versions.bytes()).isEqualTo(90);
        keep(SECOND, 2, 30);
        keep(THIRD, 2, 30);
        assertThat(versions.bytes()).isEqualTo(90);
        assertThat(find(FIRST, 2)).isPresent();
        assertThat(find(SECOND, 2)).isPresent();
        assertThat(find(THIRD, 1)).isEmpty();
    }

    @Test
    void versionsOfOneRoundDoNotPushEachOtherOut() {
        keep(FIRST, 1, 60);
        keep(SECOND, 1, 60);
        keep(THIRD, 1, 1_000);
        assertThat(find(FIRST, 1)).isPresent();
        assertThat(find(SECOND, 1)).isEmpty();
        assertThat(find(THIRD, 1)).isEmpty();
    }

    @Test
    void aBoundOfZeroKeepsNone() {
        FrozenVersions off = new FrozenVersions(0);
        off.keep(FIRST, version(FIRST, 1, 0, Redistribution.SPLIT));
        assertThat(off.isOn()).isFalse();
        assertThat(off.find(FIRST, name(1), shape(FIRST), slice(FIRST))).isEmpty();
    }

    @Test
    void aUnionIsMadeOfAllSubtasksVersionsOrIsRead() {
        for (SubtaskId subtask : List.of(FIRST, SECOND)) {
            versions.keep(subtask, version(subtask, 1, 10, Redistribution.UNION));
        }
        assertThat(find(SECOND, 1)).isEmpty();
        versions.keep(THIRD, version(THIRD, 1, 10, Redistribution.UNION));
        assertThat(operatorOf(find(SECOND, 1)).operatorState().get("positions"))
                .containsExactly(new byte[] {0, 1}, new byte[] {1, 1}, new byte[] {2, 1});
    }

    /** Whatever comes in whatever order: the bound holds, and what is found is what was kept under that name. */
    @Seeds(200)
    void theBoundHoldsAndNothingElseIsFound(long seed) {
        Random random = new Random(seed);
        Map<SubtaskId, Long> newest = new HashMap<>();
        long nextId = 10;
        for (int step = 0; step < 200; step++) {
            SubtaskId subtask = new SubtaskId(0, random.nextInt(PARALLELISM));
            long id = nextId - random.nextInt(4);
            switch (random.nextInt(6)) {
                case 0 -> nextId++;
                case 1 -> {
                    versions.completed(subtask, id);
                    newest.merge(subtask, id, Math::max);
                }
                case 2 -> versions.aborted(subtask, id);
                case 3 ->
                    find(subtask, id).ifPresent(found -> {
                        assertThat(newest.getOrDefault(subtask, 0L)).isLessThanOrEqualTo(id);
                        assertThat(operatorOf(Optional.of(found))
                                        .operatorState()
                                        .get("positions"))
                                .containsExactly(new byte[] {(byte) subtask.index(), (byte) id});
                    });
                default -> keep(subtask, id, random.nextInt(60));
            }
            assertThat(versions.bytes()).isBetween(0L, 100L);
        }
        for (SubtaskId subtask : List.of(FIRST, SECOND, THIRD)) {
            versions.completed(subtask, nextId + 1);
        }
        assertThat(versions.bytes()).isZero();
    }
}
