package dev.weir.snapshot.backend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testing.Seeds;
import java.util.List;
import java.util.Random;

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
}
