package dev.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ConfigurationTableTest {

    private static final Pattern ROW =
            Pattern.compile("^\\| `(weir\\.[a-z.-]+)` \\| ([^|]+) \\| `([^`|]+)` \\| ([^|]+) \\|$", Pattern.MULTILINE);

    @Test
    void theTableAndTheReferenceHoldTheSameKeysWithTheSameDefaults() throws IOException {
        assertThat(documented()).isEqualTo(defaults());
    }

    @Test
    void eachRowOfTheTableIsWellFormed() throws IOException {
        String table = Files.readString(Path.of("docs", "CONFIGURATION.md"));
        long rows = table.lines().filter(line -> line.startsWith("| `")).count();

        assertThat(ROW.matcher(table).results()).hasSize((int) rows);
    }

    private static Map<String, String> documented() throws IOException {
        Map<String, String> rows = new TreeMap<>();
        Matcher row = ROW.matcher(Files.readString(Path.of("docs", "CONFIGURATION.md")));
        while (row.find()) {
            assertThat(rows.put(row.group(1), row.group(3)))
                    .as("%s stands once in the table", row.group(1))
                    .isNull();
        }
        return rows;
    }

    private static Map<String, String> defaults() {
        Config reference = SettingsLayers.reference();
        SettingsReader reader = new SettingsReader(reference);
        Map<String, String> defaults = new TreeMap<>();
        for (String key : new KnownSettings(reference).keys()) {
            defaults.put(key, reader.text(key));
        }
        return defaults;
    }
}
