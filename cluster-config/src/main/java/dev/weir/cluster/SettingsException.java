package dev.weir.cluster;

/** A setting that is unknown, unreadable or against its rule; the message names key, value, origin and rule. */
public final class SettingsException extends IllegalArgumentException {

    private final String key;

    SettingsException(String key, String message) {
        super(message);
        this.key = key;
    }

    SettingsException(String key, String message, Throwable cause) {
        super(message, cause);
        this.key = key;
    }

    /** The full path of the setting, such as {@code weir.checkpoint.interval}; {@code weir} if a whole layer is unreadable. */
    public String key() {
        return key;
    }
}
