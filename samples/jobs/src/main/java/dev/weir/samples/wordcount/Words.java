package dev.weir.samples.wordcount;

import dev.weir.operators.function.Collector;
import dev.weir.operators.function.FlatMapFunction;
import java.util.Locale;

/** A line's words: each longest run of letters or digits, lower-cased. */
final class Words implements FlatMapFunction<String, String> {

    @Override
    public void flatMap(String line, Collector<String> out) {
        int start = -1;
        int length = line.length();
        for (int at = 0; at < length; ) {
            int character = line.codePointAt(at);
            if (!Character.isLetterOrDigit(character)) {
                emit(line, start, at, out);
                start = -1;
            } else if (start < 0) {
                start = at;
            }
            at += Character.charCount(character);
        }
        emit(line, start, length, out);
    }

    private static void emit(String line, int start, int end, Collector<String> out) {
        if (start >= 0) {
            out.collect(line.substring(start, end).toLowerCase(Locale.ROOT));
        }
    }
}
