package dev.weir.engine.operator;

/** Whether a class has a {@code finish()} of its own. */
public final class FinishHook {

    private FinishHook() {}

    /**
     * Whether {@code finish()} is declared below {@code base}.
     *
     * @param type has a public method {@code finish()} without parameters
     * @param base declares the one that does nothing
     */
    public static boolean isOverridden(Class<?> type, Class<?> base) {
        try {
            return type.getMethod("finish").getDeclaringClass() != base;
        } catch (NoSuchMethodException impossible) {
            throw new IllegalArgumentException("a class with a finish hook has finish(): class=" + type, impossible);
        }
    }
}
