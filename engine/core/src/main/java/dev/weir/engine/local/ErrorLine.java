package dev.weir.engine.local;

/** An error of user code in one line that needs no stack trace beside it: what, where, and what caused it. */
final class ErrorLine {

    private static final int MOST_CAUSES = 10;

    private ErrorLine() {}

    static String of(Throwable error) {
        StringBuilder line = new StringBuilder(String.valueOf(error));
        if (error.getStackTrace().length > 0) {
            line.append(", at ").append(error.getStackTrace()[0]);
        }
        Throwable cause = error.getCause();
        for (int i = 0; cause != null && i < MOST_CAUSES; i++) {
            line.append(", caused by ").append(cause);
            cause = cause.getCause();
        }
        return line.toString().replaceAll("\\s*\\R\\s*", " ");
    }
}
