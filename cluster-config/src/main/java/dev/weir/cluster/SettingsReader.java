package dev.weir.cluster;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * Reads the merged layers by type, and more strictly than HOCON does: no fractions where a whole number is meant, no
 * duration without a unit, no text that happens to look like something else. What is refused names key, rule, value and
 * origin. Limits of a value are the business of the typed settings themselves.
 */
final class SettingsReader {

    private static final Pattern WHOLE_NUMBER = Pattern.compile("[+-]?\\d{1,10}");
    private static final Pattern QUANTITY = Pattern.compile("([+-]?\\d{1,18}(?:\\.\\d{1,9})?)\\s*([A-Za-z]*)");

    private final Config merged;

    SettingsReader(Config merged) {
        this.merged = merged;
    }

    /** Where a value comes from and how it was written, for messages: {@code '-5 s' from application.conf: 3}. */
    String written(String key) {
        return "'" + text(key) + "' from " + merged.getValue(key).origin().description();
    }

    int wholeNumber(String key) {
        return wholeNumber(key, "a whole number");
    }

    /** A whole number, or {@code auto} for what is given here. */
    int wholeNumberOrAuto(String key, int auto) {
        return text(key).equals("auto") ? auto : wholeNumber(key, "a whole number or auto");
    }

    double number(String key) {
        try {
            return Double.parseDouble(text(key));
        } catch (NumberFormatException notANumber) {
            throw refused(key, "a number");
        }
    }

    /** One of {@code on, true, yes} or {@code off, false, no}. */
    boolean flag(String key) {
        return switch (text(key)) {
            case "on", "true", "yes" -> true;
            case "off", "false", "no" -> false;
            default -> throw refused(key, "on or off");
        };
    }

    Duration duration(String key) {
        return duration(key, "a duration with its unit (ns, us, ms, s, m, h or d)");
    }

    /** A duration; empty for {@code off}. */
    Optional<Duration> durationOrOff(String key) {
        return text(key).equals("off")
                ? Optional.empty()
                : Optional.of(duration(key, "off or a duration with its unit (ns, us, ms, s, m, h or d)"));
    }

    int bytes(String key) {
        if (WHOLE_NUMBER.matcher(text(key)).matches()) {
            return wholeNumber(key);
        }
        String rule = "a size of less than 2 GiB, in bytes or with its unit (KiB, MiB, kB, MB)";
        try {
            return Math.toIntExact(size(key, rule));
        } catch (ArithmeticException tooLarge) {
            throw refused(key, rule);
        }
    }

    /** A size of any magnitude. */
    long longBytes(String key) {
        return size(key, "a size, in bytes or with its unit (KiB, MiB, GiB, kB, MB, GB)");
    }

    /** A size of any magnitude; empty for {@code auto}. */
    OptionalLong bytesOrAuto(String key) {
        return text(key).equals("auto")
                ? OptionalLong.empty()
                : OptionalLong.of(size(key, "auto or a size, in bytes or with its unit (KiB, MiB, GiB, kB, MB, GB)"));
    }

    private long size(String key, String rule) {
        if (text(key).startsWith("-") || !QUANTITY.matcher(text(key)).matches()) {
            throw refused(key, rule);
        }
        try {
            return merged.getBytes(key);
        } catch (ConfigException notASize) {
            throw refused(key, rule);
        }
    }

    /** What one of these words stands for. */
    <T> T choice(String key, Map<String, T> choices) {
        T chosen = choices.get(text(key));
        if (chosen == null) {
            throw refused(key, "one of " + String.join(", ", choices.keySet()));
        }
        return chosen;
    }

    /** Whether there is such a setting. */
    boolean knows(String key) {
        return merged.hasPath(key);
    }

    /** The value as it was written. */
    String text(String key) {
        ConfigValue value = merged.getValue(key);
        if (value.valueType() == ConfigValueType.LIST) {
            throw new SettingsException(
                    key,
                    key + " must be a single value: got the list " + value.render() + " from "
                            + value.origin().description());
        }
        return merged.getString(key).strip();
    }

    SettingsException refused(String key, String rule) {
        return new SettingsException(key, key + " must be " + rule + ": got " + written(key));
    }

    private int wholeNumber(String key, String rule) {
        String text = text(key);
        try {
            if (WHOLE_NUMBER.matcher(text).matches()) {
                return Integer.parseInt(text);
            }
        } catch (NumberFormatException tooLarge) {
            throw refused(key, rule + " below 2^31");
        }
        throw refused(key, rule);
    }

    private Duration duration(String key, String rule) {
        var quantity = QUANTITY.matcher(text(key));
        boolean isZero = text(key).equals("0");
        if (!quantity.matches() || (quantity.group(2).isEmpty() && !isZero)) {
            throw refused(key, rule);
        }
        try {
            return merged.getDuration(key);
        } catch (ConfigException unknownUnit) {
            throw refused(key, rule);
        }
    }
}
