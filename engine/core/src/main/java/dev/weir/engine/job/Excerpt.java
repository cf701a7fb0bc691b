package dev.weir.engine.job;

/** A record in a message: short, and never the cause of another failure. */
final class Excerpt {

    private static final int LENGTH = 200;

    private Excerpt() {}

    static String of(Object record) {
        String text;
        try {
            text = String.valueOf(record);
        } catch (RuntimeException | StackOverflowError unprintable) {
            return "a " + record.getClass().getName() + " that can't be printed";
        }
        return text.length() <= LENGTH ? text : text.substring(0, LENGTH) + "…";
    }
}
