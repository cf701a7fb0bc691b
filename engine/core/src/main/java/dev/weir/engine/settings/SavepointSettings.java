package dev.weir.engine.settings;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where savepoints go and how long they may take ({@code weir.savepoint.*}).
 *
 * @param dir URI of the folder that a savepoint gets a folder of its own in, where its request names none; null for none
 * @param timeout a savepoint not complete by then is given up and its files are removed
 */
public record SavepointSettings(@Nullable String dir, Duration timeout) {

    public static final SavepointSettings DEFAULT = new SavepointSettings(null, Duration.ofMinutes(10));

    public SavepointSettings {
        Rules.positive("weir.savepoint.timeout", timeout);
    }

    public SavepointSettings withDir(@Nullable String value) {
        return new SavepointSettings(value, timeout);
    }

    public SavepointSettings withTimeout(Duration value) {
        return new SavepointSettings(dir, value);
    }
}
