package dev.weir.snapshot.backend;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Strings that a table of packed keys could confuse: of every length around the limit, with every kind of character. */
final class TextKeys {

    private static final List<String> CHOSEN = List.of(
            "",
            "\0",
            "\0\0",
            "a",
            "a\0",
            "\0a",
            "aaaaaaaa",
            "aaaaaaaa\0",
            "\0aaaaaaaa",
            "aaaaaaaaa",
            "fourteen chars",
            "fifteen chars 0",
            "fifteen chars 00",
            "fifteen chars 0\0",
            "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
            "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
            "\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff",
            "\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff",
            "na\u00efve",
            "A",
            "\u0141",
            "A\u0141",
            "\u0100",
            "\u65e5\u672c",
            "\ud83d\ude00",
            "Aa",
            "BB",
            "AaAa",
            "BBBB",
            "AaBB",
            "BBAa",
            "AaAaAaAaAaAaAaAa",
            "BBBBBBBBBBBBBBBB");

    private TextKeys() {}

    /** The chosen ones and some of each length from 0 to 18, ASCII, Latin-1 and others. */
    static List<String> of(Random random) {
        List<String> all = new ArrayList<>(CHOSEN);
        for (int length = 0; length <= 18; length++) {
            for (int bound : new int[] {2, 0x80, 0x100, 0x10000}) {
                all.add(randomOf(length, bound, random));
            }
        }
        for (int i = 0; i < 40; i++) {
            all.add("user-" + random.nextInt(1_000_000));
        }
        return all.stream().distinct().toList();
    }

    private static String randomOf(int length, int bound, Random random) {
        StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            char next = (char) random.nextInt(bound);
            // A lone half of a pair is no text and has no bytes.
            text.append(Character.isSurrogate(next) ? 'x' : next);
        }
        return text.toString();
    }

    /** An equal string that is another object. */
    static String fresh(String text) {
        return String.valueOf(text.toCharArray());
    }
}
