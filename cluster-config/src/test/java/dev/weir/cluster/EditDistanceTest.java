package dev.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testing.Seeds;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EditDistanceTest {

    @Test
    void aLetterTooManyTooFewWrongOrSwappedIsOneEdit() {
        assertThat(EditDistance.between("intervall", "interval")).isEqualTo(1);
        assertThat(EditDistance.between("interva", "interval")).isEqualTo(1);
        assertThat(EditDistance.between("imterval", "interval")).isEqualTo(1);
        assertThat(EditDistance.between("intevral", "interval")).isEqualTo(1);
        assertThat(EditDistance.between("", "abc")).isEqualTo(3);
    }

    @Test
    void theFirstInTheAlphabetWinsAmongEquals() {
        assertThat(EditDistance.nearest("b", List.of("c", "a", "abc"))).hasValue("a");
        assertThat(EditDistance.nearest("b", List.of())).isEmpty();
    }

    @Seeds(300)
    void theDistanceIsSymmetricZeroForEqualNamesAndOneForEachLetterInserted(long seed) {
        Random random = new Random(seed);
        String from = word(random);
        StringBuilder to = new StringBuilder(from);
        int edits = random.nextInt(4);
        for (int i = 0; i < edits; i++) {
            to.insert(random.nextInt(to.length() + 1), (char) ('a' + random.nextInt(3)));
        }

        int distance = EditDistance.between(from, to.toString());

        assertThat(distance).isEqualTo(EditDistance.between(to.toString(), from));
        assertThat(distance).isEqualTo(edits);
        assertThat(EditDistance.between(from, from)).isZero();
    }

    private static String word(Random random) {
        return random.ints(random.nextInt(12), 'a', 'd')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
