package dev.weir.snapshot.restore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.snapshot.format.EdgeId;
import dev.weir.snapshot.format.InFlight;
import dev.weir.snapshot.format.InFlight.Activity;
import dev.weir.snapshot.format.InFlight.Channel;
import dev.weir.snapshot.format.InFlight.ChannelTime;
import dev.weir.snapshot.format.InFlight.Kept;
import dev.weir.snapshot.format.InFlight.Part;
import dev.weir.snapshot.format.InFlight.Side;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.keygroup.StableHash;
import dev.weir.snapshot.restore.EdgeTarget.Dealing;
import dev.weir.snapshot.restore.RestorePlan.Unclaimed;
import dev.weir.snapshot.restore.RestoredInFlight.Channels;
import dev.weir.snapshot.restore.UnderWay.Place;
import dev.weir.snapshot.segment.SnapshotFiles;
import dev.weir.snapshot.storage.MemoryStorage;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InFlightRestoreTest {

    private static final int MAX_PARALLELISM = 11;
    private static final UnderWay JOB = new UnderWay(2, 3, MAX_PARALLELISM);

    private final SnapshotFiles files =
            new SnapshotFiles(new MemoryStorage(), "j", 0, getClass().getClassLoader());

    private static Kept dealt(String value) {
        return new Kept.KeptRecord(value, 5, null, -1);
    }

    private static Kept keyed(String key) {
        return new Kept.KeptRecord(key, 5, key, KeyGroups.keyGroupOf(StableHash.hashOf(key), MAX_PARALLELISM));
    }

    private static Part part(EdgeId edge, int sender, int receiver, Side side, Kept... elements) {
        return new Part(new Channel(edge, sender, receiver), side, List.of(elements));
    }

    private static InFlight of(Part... parts) {
        return new InFlight(List.of(), Map.of(), List.of(parts));
    }

    @Test
    void withTheSameChannelsEverythingComesBackQueuedFirst() throws IOException {
        Part queued = part(
                UnderWay.DEALT,
                1,
                2,
                Side.QUEUED,
                dealt("a"),
                new Kept.KeptWatermark(7),
                dealt("b"),
                new Kept.KeptIdle());
        Part alsoQueued = part(UnderWay.DEALT, 0, 2, Side.QUEUED, new Kept.KeptActive());
        Part heldByZero = part(UnderWay.DEALT, 0, 2, Side.HELD, dealt("c"));
        Part heldByOne = part(UnderWay.DEALT, 1, 2, Side.HELD, dealt("d"), new Kept.KeptWatermark(9));
        Part elsewhere = part(UnderWay.DEALT, 1, 1, Side.HELD, dealt("e"));
        ChannelTime time = new ChannelTime(queued.channel(), 6, Activity.BEHIND);
        Map<String, Long> pending = Map.of("dealt", 8L);
        Manifest manifest = JOB.write(
                files,
                1,
                Map.of(
                        Place.source(1), of(elsewhere, heldByOne),
                        Place.source(0), of(heldByZero),
                        Place.receiver(UnderWay.DEALT, 2),
                                new InFlight(List.of(time), pending, List.of(queued, alsoQueued))));

        RestoredInFlight restored = JOB.read(files, JOB.plan(manifest), UnderWay.DEALT, 2);

        assertThat(restored.channels()).isEqualTo(Channels.SAME);
        assertThat(restored.inFlight())
                .isEqualTo(new InFlight(List.of(time), pending, List.of(queued, alsoQueued, heldByZero, heldByOne)));
        assertThat(JOB.read(files, JOB.plan(manifest), UnderWay.DEALT, 1)
                        .inFlight()
                        .parts())
                .containsExactly(elsewhere);
    }

    @Test
    void dealtAnewRecordsAloneComeBackAllQueuedOnesFirst() throws IOException {
        Channel channel = new Channel(UnderWay.DEALT, 1, 2);
        InFlight atReceiver = new InFlight(
                List.of(new ChannelTime(channel, 6, Activity.ACTIVE)),
                Map.of("dealt", 8L),
                List.of(part(UnderWay.DEALT, 1, 2, Side.QUEUED, new Kept.KeptWatermark(6), dealt("a"))));
        InFlight atSender = of(
                part(UnderWay.DEALT, 0, 1, Side.HELD, dealt("x")),
                part(UnderWay.DEALT, 0, 2, Side.HELD, dealt("c"), new Kept.KeptIdle()));
        Manifest manifest = JOB.write(
                files,
                1,
                Map.of(
                        Place.source(0), atSender,
                        Place.receiver(UnderWay.DEALT, 2), atReceiver,
                        Place.receiver(UnderWay.DEALT, 0), of(part(UnderWay.DEALT, 1, 0, Side.QUEUED, dealt("z")))));
        UnderWay two = new UnderWay(1, 2, MAX_PARALLELISM);

        RestoredInFlight restored = two.read(files, two.plan(manifest), UnderWay.DEALT, 0);

        assertThat(restored.channels()).isEqualTo(Channels.DEALT_ANEW);
        assertThat(restored.inFlight())
                .isEqualTo(of(
                        part(UnderWay.DEALT, 0, 0, Side.QUEUED, dealt("z")),
                        part(UnderWay.DEALT, 0, 0, Side.QUEUED, dealt("a")),
                        part(UnderWay.DEALT, 0, 0, Side.HELD, dealt("c"))));
        assertThat(two.read(files, two.plan(manifest), UnderWay.DEALT, 1).inFlight())
                .isEqualTo(of(part(UnderWay.DEALT, 0, 1, Side.HELD, dealt("x"))));
    }

    @Test
    void anotherNumberOfSendersMakesOtherChannels() throws IOException {
        Manifest manifest = JOB.write(files, 1, Map.of());
        UnderWay moreSenders = new UnderWay(3, 3, MAX_PARALLELISM);
        assertThat(moreSenders
                        .read(files, moreSenders.plan(manifest), UnderWay.KEYED, 0)
                        .channels())
                .isEqualTo(Channels.DEALT_ANEW);
    }

    private Manifest withRecordsOnBothEdges() throws IOException {
        return JOB.write(
                files,
                1,
                Map.of(
                        Place.source(0),
                        of(
                                part(UnderWay.DEALT, 0, 1, Side.HELD, dealt("a"), dealt("b")),
                                part(UnderWay.KEYED, 0, ownerOf("k"), Side.HELD, keyed("k"))),
                        Place.receiver(UnderWay.DEALT, 2),
                        of(part(UnderWay.DEALT, 1, 2, Side.QUEUED, dealt("c"), new Kept.KeptWatermark(1)))));
    }

    private static int ownerOf(String key) {
        return KeyGroups.subtaskOf(
                KeyGroups.keyGroupOf(StableHash.hashOf(key), MAX_PARALLELISM), JOB.receivers(), MAX_PARALLELISM);
    }

    @Test
    void recordsOfAnEdgeThatIsGoneAreRefusedOrDropped() throws IOException {
        Manifest manifest = withRecordsOnBothEdges();
        List<ChainTarget> chained = JOB.chains().stream()
                .map(chain -> chain.chain() == 2 ? new ChainTarget(2, chain.operators()) : chain)
                .toList();
        assertThatThrownBy(() -> RestorePlan.of(manifest, chained, Unclaimed.REFUSE))
                .isInstanceOf(RestoreRefusedException.class)
                .hasMessageContaining("edge=source (side output late) -> dealt (input 1)")
                .hasMessageContaining("no such edge")
                .hasMessageContaining("records=3")
                .hasMessageContaining("take a savepoint, which holds nothing under way")
                .hasMessageNotContaining("keyed");
        RestorePlan dropped = RestorePlan.of(manifest, chained, Unclaimed.DROP);
        assertThat(JOB.read(files, dropped, UnderWay.DEALT, 1).inFlight()).isEqualTo(InFlight.NONE);
        assertThat(JOB.read(files, dropped, UnderWay.KEYED, ownerOf("k"))
                        .inFlight()
                        .parts())
                .hasSize(1);
    }

    @Test
    void pinnedRecordsAreRestoredAtTheOldParallelismOnly() throws IOException {
        Manifest manifest = withRecordsOnBothEdges();
        List<ChainTarget> same = JOB.chains(Dealing.BY_KEY_GROUP, Dealing.PINNED);
        RestorePlan plan = RestorePlan.of(manifest, same, Unclaimed.REFUSE);
        assertThat(JOB.read(files, plan, UnderWay.DEALT, 1).inFlight().parts()).hasSize(1);
        List<ChainTarget> two = new UnderWay(2, 2, MAX_PARALLELISM).chains(Dealing.BY_KEY_GROUP, Dealing.PINNED);
        assertThatThrownBy(() -> RestorePlan.of(manifest, two, Unclaimed.REFUSE))
                .isInstanceOf(RestoreRefusedException.class)
                .hasMessageContaining("the parallelism has changed")
                .hasMessageContaining("records=3");
    }

    @Test
    void recordsOfAnEdgeThatGotOrLostItsKeysAreRefused() throws IOException {
        Manifest manifest = withRecordsOnBothEdges();
        assertThatThrownBy(() -> RestorePlan.of(
                        manifest, JOB.chains(Dealing.BY_KEY_GROUP, Dealing.BY_KEY_GROUP), Unclaimed.REFUSE))
                .isInstanceOf(RestoreRefusedException.class)
                .hasMessageContaining("it is now keyed");
        assertThatThrownBy(() -> RestorePlan.of(
                        manifest, JOB.chains(Dealing.BY_RECEIVER, Dealing.BY_RECEIVER), Unclaimed.REFUSE))
                .isInstanceOf(RestoreRefusedException.class)
                .hasMessageContaining("it is no longer keyed")
                .hasMessageContaining("records=1");
    }

    @Test
    void twoEdgesOfOneNameMustDealAlike() throws IOException {
        Manifest manifest = withRecordsOnBothEdges();
        UnderWay two = new UnderWay(2, 2, MAX_PARALLELISM);
        List<ChainTarget> twice = two.chains().stream()
                .map(chain -> chain.chain() == 2
                        ? new ChainTarget(
                                2,
                                chain.operators(),
                                List.of(chain.inputs().get(0), new EdgeTarget(UnderWay.DEALT, 2, Dealing.PINNED)))
                        : chain)
                .toList();
        assertThatThrownBy(() -> RestorePlan.of(manifest, twice, Unclaimed.REFUSE))
                .isInstanceOf(RestoreRefusedException.class)
                .hasMessageContaining("the parallelism has changed");
    }

    @Test
    void aKeyThatHashesOtherwiseThanItDidIsRefusedByClass() throws IOException {
        int wrong = (KeyGroups.keyGroupOf(StableHash.hashOf("k"), MAX_PARALLELISM) + 1) % MAX_PARALLELISM;
        int receiver = KeyGroups.subtaskOf(wrong, JOB.receivers(), MAX_PARALLELISM);
        Part part = part(UnderWay.KEYED, 0, receiver, Side.QUEUED, new Kept.KeptRecord("v", 1, "k", wrong));
        Manifest manifest = JOB.write(files, 1, Map.of(Place.receiver(UnderWay.KEYED, receiver), of(part)));
        UnderWay one = new UnderWay(2, 1, MAX_PARALLELISM);
        for (UnderWay job : List.of(JOB, one)) {
            int index = job.equals(one) ? 0 : receiver;
            assertThatThrownBy(() -> job.read(files, job.plan(manifest), UnderWay.KEYED, index))
                    .isInstanceOf(RestoreRefusedException.class)
                    .hasMessageContaining("class=java.lang.String")
                    .hasMessageContaining("storedGroup=" + wrong);
        }
    }
}
