package dev.weir.snapshot.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.snapshot.format.DamagedCheckpointException;
import dev.weir.snapshot.format.EdgeId;
import dev.weir.snapshot.format.InFlight;
import dev.weir.snapshot.format.InFlight.Activity;
import dev.weir.snapshot.format.InFlight.Channel;
import dev.weir.snapshot.format.InFlight.ChannelTime;
import dev.weir.snapshot.format.InFlight.Kept;
import dev.weir.snapshot.format.InFlight.Part;
import dev.weir.snapshot.format.InFlight.Side;
import dev.weir.snapshot.format.InFlightIndex;
import dev.weir.snapshot.format.SegmentIndex;
import dev.weir.snapshot.format.SnapshotTarget;
import dev.weir.snapshot.format.SubtaskSnapshot;
import dev.weir.snapshot.format.SubtaskStateHandle;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.keygroup.StableHash;
import dev.weir.snapshot.restore.RestoredInFlight.Channels;
import dev.weir.snapshot.restore.SubtaskSlice;
import dev.weir.snapshot.restore.SubtaskSlice.InFlightSlice;
import dev.weir.snapshot.restore.SubtaskSlice.OwnedGroups;
import dev.weir.snapshot.restore.SubtaskSlice.PartSlice;
import dev.weir.snapshot.storage.CheckpointStorage;
import dev.weir.snapshot.storage.MemoryStorage;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class InFlightRoundTripTest {

    private static final int MAX_PARALLELISM = 7;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final CheckpointStorage storage = new MemoryStorage();
    private final SnapshotFiles files =
            new SnapshotFiles(storage, "j", 0, getClass().getClassLoader());
    private long checkpointId;

    /** A record with another in it. */
    record Order(long id, @Nullable String note, List<Line> lines) {}

    record Line(Colour colour, double price) {}

    enum Colour {
        RED,
        GREEN
    }

    /** A bean. */
    static final class Bean {
        private int count;
        private Map<String, Long> byName = Map.of();

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Bean bean && bean.count == count && bean.byName.equals(byName);
        }

        @Override
        public int hashCode() {
            return count;
        }
    }

    private static Bean bean() {
        Bean bean = new Bean();
        bean.count = 3;
        bean.byName = Map.of("a", 1L);
        return bean;
    }

    private static Channel channel(String from) {
        return new Channel(new EdgeId(from, "", "op", 0), 2, 0);
    }

    private static Kept plain(Object value) {
        return new Kept.KeptRecord(value, 1_700_000_000_123L, null, -1);
    }

    private static Kept keyed(Object key, Object value) {
        int keyGroup = KeyGroups.keyGroupOf(StableHash.hashOf(key), MAX_PARALLELISM);
        return new Kept.KeptRecord(value, Long.MIN_VALUE, key, keyGroup);
    }

    private SubtaskStateHandle write(InFlight inFlight) throws IOException {
        return files.write(
                new SnapshotTarget(++checkpointId, 1, 1, 0, 0, 1, MAX_PARALLELISM),
                new SubtaskSnapshot(List.of(), inFlight));
    }

    private SubtaskStateHandle write(Part... parts) throws IOException {
        return write(new InFlight(List.of(), Map.of(), List.of(parts)));
    }

    private InFlight read(SubtaskStateHandle handle) throws IOException {
        InFlightIndex index = Objects.requireNonNull(handle.index().inFlight());
        List<PartSlice> parts = new ArrayList<>();
        for (int i = 0; i < index.parts().size(); i++) {
            InFlightIndex.PartIndex part = index.parts().get(i);
            OwnedGroups all = part.keyed() ? new OwnedGroups(0, MAX_PARALLELISM - 1, MAX_PARALLELISM, 7) : null;
            parts.add(new PartSlice(0, i, index.channelOf(part), all));
        }
        InFlightSlice wanted = new InFlightSlice(Channels.SAME, List.of(), Map.of(), parts);
        SubtaskSlice slice = new SubtaskSlice(0, 0, "chk-" + checkpointId, List.of(handle), List.of(), wanted);
        return files.read(slice).inFlight().inFlight();
    }

    @Test
    void recordsOfManyClassesWithAndWithoutKeysComeBackAsTheyWere() throws IOException {
        Part values = new Part(
                channel("many"),
                Side.QUEUED,
                List.of(
                        plain("text"),
                        plain(7L),
                        plain(new Order(1, null, List.of(new Line(Colour.GREEN, 2.5), new Line(Colour.RED, -0.0)))),
                        new Kept.KeptWatermark(Long.MAX_VALUE),
                        plain(bean()),
                        plain(Colour.RED),
                        plain(List.of("a", 1, Instant.EPOCH)),
                        plain(Map.of("k", List.of(1.5))),
                        new Kept.KeptIdle(),
                        new Kept.KeptActive(),
                        plain(bean())));
        Part keys = new Part(
                channel("keyed"),
                Side.HELD,
                List.of(
                        keyed(5L, "a"),
                        keyed("key", 1),
                        keyed(new Line(Colour.GREEN, 1), new Line(Colour.RED, 2)),
                        keyed(Colour.GREEN, "b"),
                        keyed(new UUID(1, 2), "c"),
                        keyed(List.of("x", 1L), "d")));
        assertThat(read(write(values, keys)).parts()).containsExactly(values, keys);
    }

    @Test
    void theIndexTellsCountsSizesAndTimesAndGoesThroughJson() throws IOException {
        ChannelTime time = new ChannelTime(channel("quiet"), Long.MIN_VALUE, Activity.IDLE);
        Part part = new Part(
                channel("many"), Side.QUEUED, List.of(plain("text"), new Kept.KeptWatermark(1), plain("more")));
        SubtaskStateHandle handle = write(new InFlight(List.of(time), Map.of("op", 4L), List.of(part)));
        SegmentIndex index = handle.index();
        assertThat(index.inFlightRecords()).isEqualTo(2);
        assertThat(index.inFlightBytes()).isBetween(20L, handle.sizeBytes());
        InFlightIndex inFlight = Objects.requireNonNull(index.inFlight());
        assertThat(inFlight.channelOf(inFlight.times().get(0))).isEqualTo(time.channel());
        assertThat(inFlight.pendingAdvances()).containsExactly(Map.entry("op", 4L));
        assertThat(JSON.readValue(JSON.writeValueAsBytes(index), SegmentIndex.class))
                .isEqualTo(index);
    }

    @Test
    void anAlignedSnapshotHasNoSuchSectionAndAnOldIndexNeedsNone() throws IOException {
        SubtaskStateHandle handle = write(InFlight.NONE);
        assertThat(handle.index().inFlightRecords()).isZero();
        assertThat(handle.index().inFlightBytes()).isZero();
        JsonNode json = JSON.valueToTree(handle.index());
        assertThat(json.fieldNames()).toIterable().containsExactly("operators");
        ObjectNode old = JSON.createObjectNode();
        old.putArray("operators");
        assertThat(JSON.treeToValue(old, SegmentIndex.class)).isEqualTo(handle.index());
    }

    @Test
    void aValueThatCantBeStoredIsRefusedWithEdgeClassAndPath() {
        Part part = new Part(channel("many"), Side.HELD, List.of(plain("fine"), plain(List.of(new Thread()))));
        assertThatThrownBy(() -> write(part))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("edge=many -> op")
                .hasMessageContaining("at [0]")
                .hasMessageContaining("class=java.lang.Thread")
                .hasMessageContaining("keep checkpoints aligned");
        assertThat(storedFiles()).isEmpty();
    }

    private List<CheckpointStorage.StoredFile> storedFiles() {
        try {
            return storage.list("j");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aPartTruncatedOrFlippedAnywhereIsRefused() throws IOException {
        SubtaskStateHandle handle = write(new Part(
                channel("many"), Side.QUEUED, List.of(plain("text"), keyed(5L, "a"), new Kept.KeptWatermark(1))));
        String path = "j/" + handle.files().get(0);
        byte[] content;
        try (InputStream in = storage.open(path)) {
            content = in.readAllBytes();
        }
        for (int i = 0; i < content.length; i++) {
            byte[] flipped = content.clone();
            flipped[i] ^= (byte) (1 << (i % 8));
            for (byte[] damaged : List.of(Arrays.copyOf(content, i), flipped)) {
                storage.delete(path);
                storage.putIfAbsent(path, damaged);
                assertThatThrownBy(() -> read(handle))
                        .isInstanceOf(DamagedCheckpointException.class)
                        .hasMessageContaining(path);
            }
        }
    }

    @Test
    void aBlockTakenForAnotherPartsIsRefused() throws IOException {
        Part first = new Part(channel("many"), Side.QUEUED, List.of(plain("a")));
        Part second = new Part(channel("many"), Side.QUEUED, List.of(plain("b")));
        SubtaskStateHandle handle = write(first, second);
        InFlightIndex index = Objects.requireNonNull(handle.index().inFlight());
        List<InFlightIndex.PartIndex> swapped =
                List.of(index.parts().get(1), index.parts().get(0));
        assertThatThrownBy(() -> read(with(handle, swapped)))
                .isInstanceOf(DamagedCheckpointException.class)
                .hasMessageContaining("checksum");
    }

    @Test
    void forgedCountsLengthsAndEdgesCostNoMemory() throws IOException {
        SubtaskStateHandle handle = write(new Part(channel("many"), Side.QUEUED, List.of(plain("text"))));
        InFlightIndex.PartIndex part =
                Objects.requireNonNull(handle.index().inFlight()).parts().get(0);
        for (int[] forged : new int[][] {
            {Integer.MAX_VALUE, part.length()}, {-1, part.length()}, {0, part.length()}, {1, Integer.MAX_VALUE}, {1, -1}
        }) {
            InFlightIndex.PartIndex changed =
                    new InFlightIndex.PartIndex(0, 2, 0, Side.QUEUED, forged[0], 1, -1, -1, part.offset(), forged[1]);
            assertThatThrownBy(() -> read(with(handle, List.of(changed))))
                    .isInstanceOf(DamagedCheckpointException.class)
                    .hasMessageContaining("j/chk-1/");
        }
        InFlightIndex.PartIndex elsewhere =
                new InFlightIndex.PartIndex(1, 2, 0, Side.QUEUED, 1, 1, -1, -1, part.offset(), part.length());
        assertThatThrownBy(() -> with(handle, List.of(elsewhere)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("edge=1");
    }

    private static SubtaskStateHandle with(SubtaskStateHandle handle, List<InFlightIndex.PartIndex> parts) {
        InFlightIndex index = Objects.requireNonNull(handle.index().inFlight());
        InFlightIndex changed = new InFlightIndex(index.edges(), index.times(), index.pendingAdvances(), parts);
        return new SubtaskStateHandle(
                handle.identity(),
                handle.checkpointId(),
                handle.file(),
                null,
                handle.sizeBytes(),
                handle.crc32c(),
                new SegmentIndex(List.of(), changed));
    }
}
