package dev.weir.snapshot.restore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.snapshot.format.EdgeId;
import dev.weir.snapshot.format.InFlight;
import dev.weir.snapshot.format.InFlight.Channel;
import dev.weir.snapshot.format.InFlight.Kept;
import dev.weir.snapshot.format.InFlight.Part;
import dev.weir.snapshot.format.InFlight.Side;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.keygroup.StableHash;
import dev.weir.snapshot.restore.RestoredInFlight.Channels;
import dev.weir.snapshot.restore.UnderWay.Place;
import dev.weir.snapshot.segment.SnapshotFiles;
import dev.weir.snapshot.storage.MemoryStorage;
import dev.weir.testing.Seeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Records under way are restored at other parallelisms and max parallelisms, twice over: nothing is lost, doubled, misplaced
 * or overtaken.
 */
class InFlightRescaleTest {

    private static final List<EdgeId> EDGES = List.of(UnderWay.KEYED, UnderWay.DEALT);

    private final SnapshotFiles files =
            new SnapshotFiles(new MemoryStorage(), "j", 0, getClass().getClassLoader());
    private final Set<Sent> sent = new HashSet<>();
    private long sentSoFar;

    /** A record; what one sender sent through one channel has rising numbers. */
    record Sent(int sender, String key, long number) {}

    @Seeds(500)
    void eachRecordGoesToExactlyOneSubtaskAndKeepsItsPlaceAmongThoseOfItsKey(long seed) throws IOException {
        Random random = new Random(seed);
        int maxParallelism = 1 + 2 * random.nextInt(20);
        UnderWay job = randomJob(random, maxParallelism);
        Map<Place, List<Part>> held = randomParts(random, job);
        for (int step = 1; step <= 3; step++) {
            Map<Place, InFlight> snapshot = new HashMap<>();
            held.forEach((place, parts) -> snapshot.put(place, new InFlight(List.of(), Map.of(), parts)));
            int nextMaxParallelism = random.nextInt(3) == 0 ? 1 + random.nextInt(40) : job.maxParallelism();
            UnderWay next = random.nextInt(4) == 0 ? job : randomJob(random, nextMaxParallelism);
            RestorePlan plan = next.plan(job.write(files, step, snapshot));
            held = new HashMap<>();
            for (EdgeId edge : EDGES) {
                for (int index = 0; index < next.receivers(); index++) {
                    RestoredInFlight restored = next.read(files, plan, edge, index);
                    assertThat(restored.channels()).isEqualTo(expected(job, next, edge));
                    check(restored.inFlight().parts(), next, edge, index);
                    held.put(Place.receiver(edge, index), asQueued(restored.inFlight()));
                }
            }
            checkAll(held);
            job = next;
        }
    }

    private static Channels expected(UnderWay before, UnderWay now, EdgeId edge) {
        boolean same = before.sources() == now.sources() && before.receivers() == now.receivers();
        boolean groups = edge.equals(UnderWay.DEALT) || before.maxParallelism() == now.maxParallelism();
        return same && groups ? Channels.SAME : Channels.DEALT_ANEW;
    }

    private static UnderWay randomJob(Random random, int maxParallelism) {
        int most = Math.min(maxParallelism, 7);
        return new UnderWay(1 + random.nextInt(most), 1 + random.nextInt(most), maxParallelism);
    }

    private Map<Place, List<Part>> randomParts(Random random, UnderWay job) {
        Map<Place, List<Part>> held = new HashMap<>();
        for (Side side : Side.values()) {
            for (EdgeId edge : EDGES) {
                for (int i = 0; i < job.sources() * job.receivers(); i++) {
                    Channel channel = new Channel(edge, i / job.receivers(), i % job.receivers());
                    Part part = new Part(channel, side, randomElements(random, job, channel));
                    held.computeIfAbsent(UnderWay.holderOf(part), place -> new ArrayList<>())
                            .add(part);
                }
            }
        }
        return held;
    }

    private List<Kept> randomElements(Random random, UnderWay job, Channel channel) {
        List<Kept> elements = new ArrayList<>();
        for (int i = random.nextInt(12); i > 0; i--) {
            String key = "key-" + random.nextInt(60);
            int keyGroup = KeyGroups.keyGroupOf(StableHash.hashOf(key), job.maxParallelism());
            boolean keyed = channel.edge().equals(UnderWay.KEYED);
            if (random.nextInt(5) == 0) {
                elements.add(new Kept.KeptWatermark(i));
            } else if (!keyed) {
                elements.add(new Kept.KeptRecord(send(channel, key), i, null, -1));
            } else if (KeyGroups.subtaskOf(keyGroup, job.receivers(), job.maxParallelism()) == channel.receiver()) {
                elements.add(new Kept.KeptRecord(send(channel, key), i, key, keyGroup));
            }
        }
        return elements;
    }

    private Sent send(Channel channel, String key) {
        Sent record = new Sent(channel.sender(), channel.edge().toUid() + "/" + key, sentSoFar++);
        sent.add(record);
        return record;
    }

    private static void check(List<Part> parts, UnderWay job, EdgeId edge, int index) {
        for (Part part : parts) {
            assertThat(part.channel().edge()).isEqualTo(edge);
            assertThat(part.channel().receiver()).isEqualTo(index);
            assertThat(part.channel().sender()).isLessThan(job.sources());
            for (Kept element : part.elements()) {
                if (element instanceof Kept.KeptRecord record && record.key() != null) {
                    int keyGroup = KeyGroups.keyGroupOf(StableHash.hashOf(record.key()), job.maxParallelism());
                    assertThat(record.keyGroup()).isEqualTo(keyGroup);
                    assertThat(KeyGroups.subtaskOf(keyGroup, job.receivers(), job.maxParallelism()))
                            .isEqualTo(index);
                }
            }
        }
    }

    /** What a subtask has still to do when its next snapshot comes. */
    private static List<Part> asQueued(InFlight restored) {
        return restored.parts().stream()
                .map(part -> new Part(part.channel(), Side.QUEUED, part.elements()))
                .toList();
    }

    private void checkAll(Map<Place, List<Part>> held) {
        Set<Sent> seen = new HashSet<>();
        for (List<Part> ofSubtask : held.values()) {
            Map<String, Long> last = new HashMap<>();
            for (Part part : ofSubtask) {
                for (Kept element : part.elements()) {
                    if (element instanceof Kept.KeptRecord record) {
                        Sent one = (Sent) record.value();
                        assertThat(seen.add(one)).as("a record has one place").isTrue();
                        Long before = record.key() == null ? null : last.put(one.sender() + one.key(), one.number());
                        assertThat(before == null ? -1 : before).isLessThan(one.number());
                    }
                }
            }
        }
        assertThat(seen).isEqualTo(sent);
    }
}
