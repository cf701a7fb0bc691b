package dev.weir.samples.peers.common;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UserNamesTest {

    @Test
    void aFreshNameEqualsTheSharedOneAndIsAnObjectOfItsOwn() {
        UserNames fresh = new UserNames(Variant.FRESH_STRING);
        UserNames shared = new UserNames(Variant.STRING);
        for (int key = 0; key < Records.KEY_COUNT; key++) {
            String name = fresh.of(key);
            assertThat(name).isEqualTo(shared.of(key)).isNotSameAs(fresh.of(key));
            assertThat((long) name.hashCode()).isEqualTo(Variant.FRESH_STRING.keyCode(key));
        }
    }

    @Test
    void aSharedNameIsTheSameObjectEachTime() {
        UserNames names = new UserNames(Variant.STRING);

        assertThat(names.of(99_999)).isSameAs(names.of(99_999)).isEqualTo("user-99999");
    }
}
