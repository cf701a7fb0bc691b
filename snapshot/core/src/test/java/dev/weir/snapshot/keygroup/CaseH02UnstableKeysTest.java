package dev.weir.snapshot.keygroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys whose hashCode changes from one JVM to the next: hashed by content, or refused with the class named. */
class CaseH02UnstableKeysTest {

    enum Color {
        RED,
        BLUE {
            @Override
            public String toString() {
                return "the sky";
            }
        }
    }

    record Car(String plate, Color color) {}

    @SuppressWarnings("ArrayRecordComponent") // what users write
    record Packet(byte[] bytes) {}

    record Nested(Packet packet) {}

    record Folded(String text, Color color) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Folded folded && folded.text.equalsIgnoreCase(text);
        }

        @Override
        public int hashCode() {
            return Objects.hash(text.length());
        }
    }

    static class Plain {}

    static final class Hashed {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Hashed;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    /** The figures are constants: this JVM must find what any other one found. */
    @Test
    void enumsAndWhatHoldsThemHashTheSameInEveryJvm() {
        assertThat(StableHash.hashOf(Color.RED)).isEqualTo(81_009);
        assertThat(StableHash.hashOf(Color.BLUE)).isEqualTo(2_041_946);
        assertThat(StableHash.hashOf(new Car("b", Color.RED))).isEqualTo(31 * 98 + 81_009);
        assertThat(StableHash.hashOf(List.of(Color.BLUE, Color.RED))).isEqualTo(31 * (31 + 2_041_946) + 81_009);
    }

    @ParameterizedTest
    @ValueSource(classes = {Color.class, Car.class})
    void theirClassesPassWhenTheGraphIsBuilt(Class<?> type) {
        StableHash.checkKeyClass(type);
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                byte[].class,
                Color[].class,
                Packet.class,
                Nested.class,
                Folded.class,
                Plain.class,
                Hashed.class,
                StringBuilder.class
            })
    void otherClassesAreRefusedByName(Class<?> type) {
        assertThatThrownBy(() -> StableHash.checkKeyClass(type))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(type.getTypeName());
    }

    @Test
    void otherKeysAreRefusedAtTheFirstRecord() {
        assertRefused(new byte[] {1}, "byte[]", "List or a String");
        assertRefused(new Packet(new byte[] {1}), "byte[]", "component bytes of");
        assertRefused(List.of(new byte[] {1}), "byte[]", "List or a String");
        assertRefused(new Object(), "java.lang.Object", "use a record, a String");
        assertRefused(new Plain(), Plain.class.getName(), "use a record, a String");
        assertRefused(new Hashed(), Hashed.class.getName(), "use a record, a String");
        assertRefused(new Folded("a", Color.RED), Folded.class.getName(), "key by a String");
        assertRefused(Map.of("a", 1), "java.util.ImmutableCollections$Map1", "use a record, a String");
    }

    private static void assertRefused(Object key, String name, String remedy) {
        assertThatThrownBy(() -> StableHash.hashOf(key))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(name)
                .hasMessageContaining(remedy);
    }
}
