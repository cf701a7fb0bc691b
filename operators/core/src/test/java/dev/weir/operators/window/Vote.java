package dev.weir.operators.window;

/** A number for a key, at a time. */
record Vote(String key, long value, long time) {

    static final String A = "a";

    static Vote a(long value, long time) {
        return new Vote(A, value, time);
    }
}
