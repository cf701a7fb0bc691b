package dev.weir.samples.benchmarks;

import java.util.Locale;
import java.util.StringJoiner;

/** Writes one flat JSON object on one line, fields in the order they are put. */
final class JsonLine {

    private final StringJoiner fields = new StringJoiner(",", "{", "}");

    JsonLine put(String name, long value) {
        return putRaw(name, Long.toString(value));
    }

    /** Puts a number with so many digits after the point. */
    JsonLine put(String name, double value, int digits) {
        return putRaw(name, String.format(Locale.ROOT, "%." + digits + "f", value));
    }

    JsonLine put(String name, String value) {
        return putRaw(name, quoted(value));
    }

    private JsonLine putRaw(String name, String json) {
        fields.add(quoted(name) + ":" + json);
        return this;
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ') {
                quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }

    @Override
    public String toString() {
        return fields.toString();
    }
}
