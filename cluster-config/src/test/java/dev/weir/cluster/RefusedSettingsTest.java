package dev.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefusedSettingsTest {

    @TempDir
    Path folder;

    @Test
    void anUnknownKeyIsRefusedWithItsPlaceAndTheNearestKnownOne() throws IOException {
        SettingsException refused = refused(file("weir {\n  checkpoint {\n    intervall = 5 s\n  }\n}"));

        assertThat(refused.key()).isEqualTo("weir.checkpoint.intervall");
        assertThat(refused)
                .hasMessageContaining("unknown setting weir.checkpoint.intervall")
                .hasMessageContaining("job.conf: 3")
                .hasMessageContaining("did you mean weir.checkpoint.interval?");
    }

    @Test
    void anUnknownKeyIsFoundInEveryLayer() {
        Properties properties = new Properties();
        properties.setProperty("weir.paralelism", "3");

        assertThat(refused(SettingsLayers.defaultsOnly().withSystemProperties(properties)))
                .hasMessage("unknown setting weir.paralelism from system properties; did you mean weir.parallelism?");
        assertThat(refused(overrides("weir.checkpiont.timeout", "1 s")))
                .hasMessage("unknown setting weir.checkpiont.timeout from values given in code;"
                        + " did you mean weir.checkpoint.timeout?");
    }

    @Test
    void aKeyBelowASettingIsUnknown() {
        assertThat(refused(overrides("weir.parallelism.max", "3")))
                .hasMessageContaining("unknown setting weir.parallelism.max");
    }

    @Test
    void aSectionTakesNoValue() {
        assertThat(refused(overrides("weir.checkpoint", "5 s")))
                .hasMessage("weir.checkpoint is a section and takes no value: got \"5 s\" from values given in code;"
                        + " set one of its keys, such as weir.checkpoint.aligned-timeout");
    }

    @Test
    void aWeakerLayersMistakeIsNotHiddenByAStrongerOne() throws IOException {
        SettingsLayers layers = file("weir.checkpoint = 5 s").withOverrides(Map.of("weir.checkpoint.interval", "1 s"));

        assertThat(refused(layers).key()).isEqualTo("weir.checkpoint");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "weir.parallelism | three | a whole number or auto",
                "weir.parallelism | 1.5 | a whole number or auto",
                "weir.parallelism | 99999999999 | a whole number or auto",
                "weir.parallelism | 0 | in 1..32768",
                "weir.parallelism | -3 | in 1..32768",
                "weir.parallelism | 32769 | in 1..32768",
                "weir.max-parallelism | -1 | in 0..32768",
                "weir.task.credits | 9999999999 | a whole number below 2^31",
                "weir.task.credits | 0 | at least 1",
                "weir.task.batch-size | 512 | in 1..256",
                "weir.task.batch-size | auto | a whole number",
                "weir.checkpoint.timeout | 10 | a duration with its unit",
                "weir.checkpoint.timeout | 10 parsecs | a duration with its unit",
                "weir.checkpoint.timeout | off | a duration with its unit",
                "weir.checkpoint.timeout | -5 s | longer than 0",
                "weir.checkpoint.timeout | 0 | longer than 0",
                "weir.checkpoint.interval | never | off or a duration with its unit",
                "weir.checkpoint.min-pause | -1 ms | not be negative",
                "weir.checkpoint.inline-threshold | 20 apples | a size",
                "weir.checkpoint.inline-threshold | 3 GiB | a size of less than 2 GiB",
                "weir.checkpoint.inline-threshold | -1 | at least 0",
                "weir.checkpoint.inline-threshold | -1 KiB | a size",
                "weir.checkpoint.storage | /var/lib/weir | memory or a URI",
                "weir.checkpoint.storage | a b | memory or a URI",
                "weir.checkpoint.mode | at-most-once | one of at-least-once, exactly-once",
                "weir.checkpoint.unaligned | maybe | on or off",
                "weir.checkpoint.aligned-timeout | -1 s | not be negative",
                "weir.checkpoint.on-cancel | keep | one of delete, retain",
                "weir.checkpoint.fallback-to-older | 2 | on or off",
                "weir.savepoint.dir | savepoints | none, memory or a URI",
                "weir.savepoint.timeout | 0 | longer than 0",
                "weir.restart.strategy | always | one of none, fixed-delay, exponential-delay, failure-rate",
                "weir.restart.attempts | 0 | at least 1",
                "weir.restart.multiplier | 0.5 | at least 1",
                "weir.restart.multiplier | twice | a number",
                "weir.restart.jitter | NaN | in 0..1",
                "weir.restart.in-place-memory | off | auto or a size",
                "weir.restart.in-place-memory | -1 MiB | auto or a size",
                "weir.records.reuse | maybe | on or off",
            })
    void aWrongValueIsRefusedWithKeyRuleValueAndOrigin(String key, String value, String rule) {
        SettingsException refused = refused(overrides(key, value));

        assertThat(refused.key()).isEqualTo(key);
        assertThat(refused)
                .hasMessageStartingWith(key)
                .hasMessageContaining(rule)
                .hasMessageContaining("'" + value + "' from values given in code");
    }

    @Test
    void settingsThatContradictEachOtherAreRefused() {
        assertThat(refused(overrides("weir.checkpoint.min-pause", "1 s", "weir.checkpoint.max-concurrent", "2")))
                .hasMessageContaining("weir.checkpoint.min-pause allows one round at a time");
        assertThat(refused(overrides("weir.parallelism", "200", "weir.max-parallelism", "128")))
                .hasMessageContaining("parallelism=200, maxParallelism=128");
    }

    @ParameterizedTest
    @CsvSource({
        "weir.checkpoint.mode, at-least-once, weir.checkpoint.unaligned, on",
        "weir.checkpoint.unaligned, on, weir.checkpoint.max-concurrent, 3",
        "weir.checkpoint.min-pause, 1 s, weir.checkpoint.max-concurrent, 3",
        "weir.checkpoint.aligned-timeout, 30 s, weir.checkpoint.unaligned, off",
    })
    void aContradictionNamesBothSettingsTheirValuesAndWhereTheyWereSet(
            String key, String value, String otherKey, String otherValue) throws IOException {
        SettingsLayers layers = file(key + " = " + value).withOverrides(Map.of(otherKey, otherValue));

        assertThat(refused(layers))
                .hasMessageContaining(key + "='" + value + "' from ")
                .hasMessageContaining("job.conf: 1")
                .hasMessageContaining(otherKey + "='" + otherValue + "' from values given in code");
    }

    @Test
    void aListIsNoValue() throws IOException {
        assertThat(refused(file("weir.parallelism = [1, 2]")))
                .hasMessageContaining("weir.parallelism must be a single value");
    }

    @Test
    void nullIsNoValue() throws IOException {
        assertThat(refused(file("weir.parallelism = null"))).hasMessageContaining("weir.parallelism must have a value");
    }

    @Test
    void aMissingFileIsNamed() {
        Path missing = folder.resolve("missing.conf");

        assertThatThrownBy(() -> SettingsLayers.defaultsOnly().withFile(missing))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining(missing.toString());
    }

    @Test
    void aFileThatIsNoHoconIsRefusedWithItsPlace() {
        assertThatThrownBy(() -> file("weir {\n parallelism = {{\n")).hasMessageContaining("job.conf");
        assertThat(refusedWhole("weir.parallelism = ${nowhere}")).hasMessageContaining("nowhere");
    }

    @Test
    void aKeyThatContradictsAnotherInCodeIsRefused() {
        assertThatThrownBy(() -> overrides("weir.checkpoint", "1", "weir.checkpoint.interval", "1 s"))
                .isInstanceOf(SettingsException.class);
    }

    private SettingsException refusedWhole(String content) {
        return catchThrowableOfType(SettingsException.class, () -> WeirSettings.load("job", file(content)));
    }

    private static SettingsException refused(SettingsLayers layers) {
        return catchThrowableOfType(SettingsException.class, () -> WeirSettings.load("job", layers));
    }

    private SettingsLayers file(String content) throws IOException {
        Path file = folder.resolve("job.conf");
        Files.writeString(file, content);
        return SettingsLayers.defaultsOnly().withFile(file);
    }

    private static SettingsLayers overrides(String key, String value) {
        return SettingsLayers.defaultsOnly().withOverrides(Map.of(key, value));
    }

    private static SettingsLayers overrides(String key, String value, String otherKey, String otherValue) {
        return SettingsLayers.defaultsOnly().withOverrides(Map.of(key, value, otherKey, otherValue));
    }
}
