package dev.weir.snapshot.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobIdsTest {

    @ParameterizedTest
    @ValueSource(strings = {"a", "7", "pvuv", "a..b", "a.", "a-1_b.C", "0-0"})
    void anIdOfTheAllowedCharactersIsTaken(String id) {
        assertThat(JobIds.require(id)).isEqualTo(id);
        assertThat(JobStore.open(new MemoryStorage(), id).jobFolder()).isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", ".a", "-a", "_a", "a/b", "a\\b", "a b", "a\n", "\u00e4", "a$b", "a\u0000"})
    void anythingElseIsRefusedWithTheRule(String id) {
        assertThatThrownBy(() -> JobIds.require(id))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("starts with a letter or digit: got '" + id + "'");
        assertThatThrownBy(() -> JobStore.open(new MemoryStorage(), id)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {JobIds.LONGEST + 1, 10_000})
    void aLongerIdIsRefusedWithItsLength(int length) {
        assertThat(JobIds.require("a".repeat(JobIds.LONGEST))).hasSize(JobIds.LONGEST);
        assertThatThrownBy(() -> JobIds.require("a".repeat(length))).hasMessageContaining(length + " characters");
    }
}
