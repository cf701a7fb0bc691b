package dev.weir.snapshot.backend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PackedTextTest {

    @Seeds(50)
    void aShortStringOfLatinCharactersComesBackAndNoOtherIsPacked(long seed) {
        for (String text : TextKeys.of(new Random(seed))) {
            boolean packable =
                    text.length() <= PackedText.MAX_LENGTH && text.chars().allMatch(character -> character <= 0xFF);
            long[] words = {7, 7, 7, 7};
            assertThat(PackedText.pack(text, words, 1)).isEqualTo(packable);
            assertThat(words[0]).isEqualTo(7);
            assertThat(words[3]).isEqualTo(7);
            if (packable) {
                assertThat(words[2]).isNotIn(PackedText.NONE, PackedText.OTHER);
                assertThat(PackedText.unpack(words[1], words[2])).isEqualTo(text);
            } else {
                assertThat(words[1]).isZero();
                assertThat(words[2]).isEqualTo(PackedText.NONE);
            }
        }
    }

    @Seeds(10)
    void twoStringsHaveTheSameWordsExactlyWhereTheyAreEqual(long seed) {
        List<String> texts = TextKeys.of(new Random(seed));
        for (String left : texts) {
            long[] words = new long[2];
            if (!PackedText.pack(left, words, 0)) {
                continue;
            }
            for (String right : texts) {
                long[] others = new long[2];
                PackedText.pack(TextKeys.fresh(right), others, 0);
                assertThat(words[0] == others[0] && words[1] == others[1]).isEqualTo(left.equals(right));
            }
        }
    }

    @Test
    void theWordsGiveTheStringsHashCodeAndItsCharacters() {
        for (String text : List.of("", "a", "12345678", "123456789", "fifteen-chars-!", "\u00e4\u00ff\u0080z")) {
            long[] words = new long[PackedText.WORDS];
            assertThat(PackedText.pack(text, words, 0)).isTrue();
            assertThat(PackedText.hashOf(words[0], words[1])).isEqualTo(text.hashCode());
            byte[] characters = new byte[PackedText.MAX_LENGTH];
            int length = PackedText.unpack(words[0], words[1], characters);
            assertThat(new String(characters, 0, length, StandardCharsets.ISO_8859_1))
                    .isEqualTo(text);
            long[] again = new long[PackedText.WORDS];
            PackedText.pack(characters, length, again);
            assertThat(again).isEqualTo(words);
        }
    }
}
