package dev.weir.operators.sink.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.operators.sink.file.PreparedPart.Phase;
import dev.weir.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pieces that a file sink is made of. */
class FileSinkPiecesTest {

    @Seeds(100)
    void textIsEncodedAsThePlatformDoes(long seed) {
        Random random = new Random(seed);
        EncoderOutput output = new EncoderOutput();
        StringBuilder all = new StringBuilder();
        int most = 1 + random.nextInt(5_000);
        for (int i = 0; i < 20; i++) {
            String text = text(random, random.nextInt(most));
            output.writeUtf8(text);
            output.writeByte('\n');
            all.append(new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                    .append('\n');
        }
        assertThat(StandardCharsets.UTF_8.decode(output.view()).toString()).isEqualTo(all.toString());
    }

    /** Mostly plain, with some of everything else, halves of pairs too. */
    private static String text(Random random, int length) {
        char[] chars = new char[length];
        int plain = random.nextInt(2_000);
        for (int i = 0; i < length; i++) {
            chars[i] = random.nextInt(2_000) < plain
                    ? (char) (' ' + random.nextInt(90))
                    : (char) random.nextInt(random.nextBoolean() ? 0x400 : 0x10000);
        }
        return new String(chars);
    }

    @Test
    void bytesAreTakenAsTheyAreAndCutOff() {
        EncoderOutput output = new EncoderOutput();
        output.writeBytes(new byte[] {1, 2, 3});
        output.writeBytes(new byte[] {9, 4, 5, 9}, 1, 2);
        output.writeByte(0x106);
        assertThat(bytesOf(output)).containsExactly(1, 2, 3, 4, 5, 6);
        output.clear();
        assertThat(output.size()).isZero();
    }

    @Test
    void anEndlessRecordIsRefusedWithTheLimit() {
        EncoderOutput output = new EncoderOutput();
        byte[] much = new byte[64 << 20];
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 10; i++) {
                        output.writeBytes(much);
                    }
                })
                .hasMessageContainingAll("at most 536870912 bytes", "several records");
    }

    private static byte[] bytesOf(EncoderOutput output) {
        byte[] bytes = new byte[output.size()];
        output.view().get(bytes);
        return bytes;
    }

    @Test
    void aPartIsPlacedByWhatIsThere() {
        PreparedPart pending = new PreparedPart(Phase.PENDING, ".a", "a", 10);
        PreparedPart open = new PreparedPart(Phase.IN_PROGRESS, ".a", "a", 10);
        for (PreparedPart part : List.of(pending, open)) {
            for (long hidden : new long[] {-1, 9, 10, 11}) {
                assertThat(Placement.of(part, hidden, 10)).isEqualTo(Placement.DONE);
                assertThat(Placement.of(part, hidden, 9)).isEqualTo(Placement.CHANGED);
            }
            assertThat(Placement.of(part, -1, -1)).isEqualTo(Placement.GONE);
            assertThat(Placement.of(part, 9, -1)).isEqualTo(Placement.SHORT);
            assertThat(Placement.of(part, 11, -1)).isEqualTo(Placement.COPY);
        }
        assertThat(Placement.of(pending, 10, -1)).isEqualTo(Placement.LINK);
        assertThat(Placement.of(open, 10, -1)).isEqualTo(Placement.COPY);
        assertThat(Placement.of(pending, 10, 11)).isEqualTo(Placement.CHANGED);
        assertThat(Placement.of(open, 11, 11)).isEqualTo(Placement.AHEAD);
    }

    @Test
    void aNameThatWasTakenMeanwhileIsNotTakenOver(@TempDir Path folder) throws Exception {
        Path ours = Files.writeString(folder.resolve("ours"), "ours");
        Path taken = Files.writeString(folder.resolve("taken"), "theirs");
        SinkFolder sinkFolder = new SinkFolder(folder.toRealPath());

        assertThat(PartPlacer.link(sinkFolder, ours, taken)).isFalse();

        assertThat(taken).hasContent("theirs");
        assertThat(ours).hasContent("ours");
    }

    @Test
    void noTwoPartsShareANameAndEachKnowsItsOwner() {
        Set<String> stems = new HashSet<>();
        for (String lineage : List.of("a", "b")) {
            for (String uid : List.of(
                    "words",
                    "words-1",
                    "words-1-2",
                    "words/1",
                    "words%2F1",
                    ".w",
                    "ü",
                    "u".repeat(300),
                    "u".repeat(301))) {
                PartNames names = new PartNames(lineage, uid);
                for (int subtask : new int[] {0, 12}) {
                    PartNames.Owner owner = new PartNames.Owner(subtask, 34);
                    String stem = names.stem(owner, 5);
                    assertThat(stems.add(stem)).as(stem).isTrue();
                    assertThat(stem).hasSizeLessThan(150).doesNotContain("/");
                    assertThat(names.ownerOf(PartNames.hidden(stem))).contains(owner);
                    assertThat(new PartNames(lineage, "word").ownerOf(PartNames.hidden(stem)))
                            .isEmpty();
                }
            }
        }
        assertThat(new PartNames("a", "words").ownerOf(".a-words-1-0-34-5")).isEmpty();
        assertThat(new PartNames("a", "words").ownerOf("part-a-words-0-34-5")).isEmpty();
    }

    @Test
    void tokensAreStoredAndAnotherVersionIsRefused() throws Exception {
        PreparedParts token = new PreparedParts(
                "/tmp/öut",
                List.of(
                        new PreparedPart(Phase.PENDING, ".a", "b/a", 1L << 40),
                        new PreparedPart(Phase.IN_PROGRESS, ".b", "b", 1)));
        PreparedPartsCodec codec = new PreparedPartsCodec();
        byte[] bytes = codec.encode(token);
        assertThat(codec.decode(bytes)).isEqualTo(token);
        bytes[0] = 9;
        assertThatThrownBy(() -> codec.decode(bytes)).hasMessageContainingAll("version 1", "version 9");
    }

    @Test
    void aRollingPolicyRefusesNonsense() {
        assertThatThrownBy(() -> RollingPolicy.DEFAULT.withSizeBytes(0)).hasMessageContaining("sizeBytes=0");
        assertThatThrownBy(() -> RollingPolicy.DEFAULT.withAge(Duration.ZERO)).hasMessageContaining("age=PT0S");
        assertThatThrownBy(() -> RollingPolicy.DEFAULT.withInactivity(Duration.ofMillis(-1)))
                .hasMessageContaining("inactivity=PT-0.001S");
        assertThat(RollingPolicy.DEFAULT.acrossCheckpoints().onEveryCheckpoint())
                .isEqualTo(RollingPolicy.DEFAULT);
    }

    @ParameterizedTest
    @ValueSource(strings = {".part", "_part", "a/b", "a\\b", "a\nb"})
    void aPrefixThatHidesOrBreaksNamesIsRefused(String prefix) {
        FileSink<String> sink = FileSink.lines(Path.of("out"));
        assertThatThrownBy(() -> sink.partNames(prefix, ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("prefix");
    }

    @Seeds(100)
    void bucketsByEventTimeAreWhatTheFormatterSays(long seed) {
        Random random = new Random(seed);
        List<String> patterns = List.of("yyyy-MM-dd", "yyyy/MM/dd/HH", "HH:mm", "HH-mm-ss", "SSS", "yyyy-MM-dd'T'HHxx");
        List<String> zones =
                List.of("UTC", "+05:30", "Europe/Berlin", "Australia/Lord_Howe", "Africa/Monrovia", "+00:00:07");
        String pattern = patterns.get(random.nextInt(patterns.size()));
        ZoneId zone = ZoneId.of(zones.get(random.nextInt(zones.size())));
        BucketAssigner<String> buckets = BucketAssigner.byEventTime(pattern, zone);
        DateTimeFormatter formatter = DateTimeFormatter.ofPattern(pattern).withZone(zone);
        long at = random.nextLong(-3_000_000_000_000L, 3_000_000_000_000L);
        for (int i = 0; i < 300; i++) {
            at += random.nextLong(-100_000, 100_000) >> random.nextInt(17);
            try {
                assertThat(buckets.bucketOf("", at)).isEqualTo(formatter.format(Instant.ofEpochMilli(at)));
            } catch (Exception e) {
                throw new AssertionError("pattern " + pattern + " in " + zone + " at " + at, e);
            }
        }
    }

    @Test
    void nonsensePatternsAreRefusedAtOnce() {
        assertThatThrownBy(() -> BucketAssigner.byEventTime("{", ZoneId.of("UTC")))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
