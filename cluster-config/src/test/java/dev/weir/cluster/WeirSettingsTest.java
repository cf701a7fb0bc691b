package dev.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.settings.CheckpointSettings.Cut;
import dev.weir.engine.settings.CheckpointSettings.Damaged;
import dev.weir.engine.settings.CheckpointSettings.OnCancel;
import dev.weir.engine.settings.CheckpointSettings.Retention;
import dev.weir.engine.settings.JobSettings;
import dev.weir.engine.settings.RestartSettings;
import dev.weir.engine.settings.SavepointSettings;
import dev.weir.engine.settings.TaskSettings.RecordCopies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WeirSettingsTest {

    @TempDir
    Path folder;

    @Test
    void theDefaultsAreThoseOfTheEngine() {
        int processors = Runtime.getRuntime().availableProcessors();

        assertThat(WeirSettings.load("job", SettingsLayers.defaultsOnly()))
                .isEqualTo(JobSettings.defaults("job", processors));
    }

    @Test
    void aProcessWithoutConfigurationGetsTheDefaults() {
        assertThat(WeirSettings.load("job", Map.of("weir.parallelism", "3"))).isEqualTo(JobSettings.defaults("job", 3));
    }

    @Test
    void theApplicationsFileWinsOverTheDefaults() throws IOException {
        JobSettings settings = WeirSettings.load("job", file("weir { parallelism = 3, task.credits = 5 }"));

        assertThat(settings.parallelism()).isEqualTo(3);
        assertThat(settings.task().credits()).isEqualTo(5);
    }

    @Test
    void systemPropertiesWinOverTheFileAndCodeOverBoth() throws IOException {
        SettingsLayers layers = file("weir { parallelism = 3, task.credits = 5, checkpoint.retained = 7 }")
                .withSystemProperties(properties("weir.parallelism", "5", "weir.task.credits", "6"))
                .withOverrides(Map.of("weir.parallelism", "7"));

        JobSettings settings = WeirSettings.load("job", layers);

        assertThat(settings.parallelism()).isEqualTo(7);
        assertThat(settings.task().credits()).isEqualTo(6);
        assertThat(settings.checkpoint().retained()).isEqualTo(7);
    }

    @Test
    void theFileMayReferToItsOtherValuesAndHoldOtherSections() throws IOException {
        JobSettings settings = WeirSettings.load(
                "job", file("my.subtasks = 3\nweir.parallelism = ${my.subtasks}\npekko.loglevel = ERROR"));

        assertThat(settings.parallelism()).isEqualTo(3);
    }

    @Test
    void checkpointsCanBeSwitchedOff() {
        assertThat(with("weir.checkpoint.interval", "off").checkpoint().interval())
                .isNull();
    }

    @ParameterizedTest
    @CsvSource({"250 ms, 250", "250ms, 250", "2 s, 2000", "1.5 s, 1500", "3 m, 180000", "1 h, 3600000"})
    void durationsTakeTheirUnits(String written, long millis) {
        assertThat(with("weir.checkpoint.timeout", written).checkpoint().timeout())
                .isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "512, 512", "1 KiB, 1024", "2 MiB, 2097152", "1 kB, 1000"})
    void sizesAreBytesOrTakeTheirUnits(String written, int bytes) {
        assertThat(with("weir.checkpoint.inline-threshold", written)
                        .checkpoint()
                        .inlineThresholdBytes())
                .isEqualTo(bytes);
    }

    @Test
    void theMemoryForRollingBackInPlaceMayBeOfAnySize() {
        assertThat(with("weir.restart.in-place-memory", "auto").task().inPlaceMemoryBytes())
                .isEmpty();
        assertThat(with("weir.restart.in-place-memory", "0").task().inPlaceMemoryBytes())
                .hasValue(0);
        assertThat(with("weir.restart.in-place-memory", "3 GiB").task().inPlaceMemoryBytes())
                .hasValue(3L << 30);
    }

    @Test
    void eachRestartStrategyReadsItsOwnKeys() {
        assertThat(with("weir.restart.strategy", "none").restart()).isEqualTo(new RestartSettings.None());
        assertThat(with("weir.restart.strategy", "fixed-delay", "weir.restart.attempts", "5")
                        .restart())
                .isEqualTo(new RestartSettings.FixedDelay(5, Duration.ofSeconds(1)));
        assertThat(with("weir.restart.strategy", "failure-rate", "weir.restart.failures", "7")
                        .restart())
                .isEqualTo(new RestartSettings.FailureRate(7, Duration.ofMinutes(5), Duration.ofSeconds(1)));
    }

    @Test
    void theWayBarriersTravelIsSetByThreeKeys() {
        assertThat(with("weir.checkpoint.mode", "at-least-once").checkpoint().cut())
                .isEqualTo(Cut.AT_LEAST_ONCE);
        assertThat(with("weir.checkpoint.unaligned", "on").checkpoint().cut()).isEqualTo(Cut.UNALIGNED);
        assertThat(with("weir.checkpoint.unaligned", "on", "weir.checkpoint.aligned-timeout", "3 s")
                        .checkpoint()
                        .cut())
                .isEqualTo(Cut.alignedFor(Duration.ofSeconds(3)));
    }

    @Test
    void whatIsKeptOfCheckpointsIsSetByThreeKeys() {
        assertThat(with(
                                "weir.checkpoint.retained", "3",
                                "weir.checkpoint.on-cancel", "delete",
                                "weir.checkpoint.fallback-to-older", "on")
                        .checkpoint()
                        .retention())
                .isEqualTo(new Retention(3, OnCancel.DELETE, Damaged.FALL_BACK));
    }

    @Test
    void savepointsHaveAPlaceAndATimeoutOfTheirOwn() {
        assertThat(with("weir.savepoint.dir", "file:///var/lib/weir", "weir.savepoint.timeout", "3 m")
                        .savepoint())
                .isEqualTo(new SavepointSettings("file:///var/lib/weir", Duration.ofMinutes(3)));
    }

    @Test
    void recordReuseSwitchesTheCopiesOff() {
        assertThat(with("weir.records.reuse", "on").task().copies()).isEqualTo(RecordCopies.NONE);
    }

    @Test
    void aFolderCanBeTheStorage() {
        assertThat(with("weir.checkpoint.storage", "file:///var/lib/weir").storage())
                .isEqualTo("file:///var/lib/weir");
    }

    private SettingsLayers file(String content) throws IOException {
        Path file = folder.resolve("job.conf");
        Files.writeString(file, content);
        return SettingsLayers.defaultsOnly().withFile(file);
    }

    private static JobSettings with(String... keysAndValues) {
        return WeirSettings.load("job", SettingsLayers.defaultsOnly().withSystemProperties(properties(keysAndValues)));
    }

    private static Properties properties(String... keysAndValues) {
        Properties properties = new Properties();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            properties.setProperty(keysAndValues[i], keysAndValues[i + 1]);
        }
        return properties;
    }
}
