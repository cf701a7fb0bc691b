package dev.weir.snapshot.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.snapshot.codec.Schema.FieldSchema;
import dev.weir.snapshot.codec.Schema.TypeSchema;
import dev.weir.snapshot.keygroup.StableHash;
import java.math.BigDecimal;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KeyCodecTest {

    enum Side {
        LEFT,
        RIGHT
    }

    record Place(String street, int number, @Nullable Side side) {}

    record Nested(Place place, List<Place> others, double weight) {}

    record Holder(Object any) {}

    static Stream<Object> keys() {
        Place place = new Place("street", -3, null);
        return Stream.of(
                5L,
                Long.MIN_VALUE,
                5,
                (short) 5,
                (byte) 5,
                '5',
                true,
                -0.0,
                0.5f,
                "5",
                "",
                "\uD83D",
                Side.RIGHT,
                DayOfWeek.MONDAY,
                UUID.randomUUID(),
                Instant.now(),
                LocalDate.MIN,
                LocalTime.NOON,
                LocalDateTime.MAX,
                OffsetDateTime.now(ZoneOffset.ofHours(2)),
                OffsetTime.MIN,
                Duration.ofNanos(-1),
                Period.ofDays(3),
                Year.of(-4),
                YearMonth.of(2024, 2),
                MonthDay.of(2, 29),
                ZoneId.of("Europe/Rome"),
                ZoneOffset.ofHours(-3),
                ZonedDateTime.now(ZoneId.of("Asia/Tokyo")),
                place,
                new Nested(place, List.of(place, new Place("x", 1, Side.LEFT)), Double.NaN),
                List.of(1, "a", Side.LEFT));
    }

    private static KeyCodec keyCodec() {
        return new Codecs(KeyCodecTest.class.getClassLoader()).keys();
    }

    @ParameterizedTest
    @MethodSource("keys")
    void aKeyComesBackEqualAndGivesTheSameBytesWhateverWasWrittenBefore(Object key) {
        KeyCodec fresh = keyCodec();
        byte[] bytes = fresh.encode(key);
        KeyCodec used = keyCodec();
        used.encode(new Holder(Side.LEFT));
        used.encode(new Place("other", 1, Side.LEFT));
        assertThat(used.encode(key)).isEqualTo(bytes);
        KeyCodec reader = keyCodec();
        reader.admit(fresh.schema());
        assertThat(reader.decode(bytes)).isEqualTo(key);
    }

    @Test
    void equalKeysGiveEqualBytes() {
        KeyCodec codec = keyCodec();
        assertThat(codec.encode(new ArrayList<>(List.of(1, 2)))).isEqualTo(codec.encode(List.of(1, 2)));
        assertThat(codec.encode(Double.NaN)).isEqualTo(codec.encode(Double.longBitsToDouble(0x7ff8000000000001L)));
        assertThat(codec.encode(5L)).isNotEqualTo(codec.encode(5));
        assertThat(codec.encode("5")).isNotEqualTo(codec.encode('5'));
    }

    @Test
    void keysOfOtherClassesAreRefusedWithThePathToThePart() {
        KeyCodec codec = keyCodec();
        for (Object key : List.of(new int[] {1}, new BigDecimal("1.0"), Map.of(), new Object())) {
            assertThatThrownBy(() -> codec.encode(key))
                    .isInstanceOf(CodecException.class)
                    .hasMessageContaining(key.getClass().getTypeName());
        }
        assertThatThrownBy(() -> codec.encode(new Holder(List.of(1, new byte[0]))))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("any[1]");
    }

    @ParameterizedTest
    @MethodSource("keys")
    void whatCanBeStoredCanBeHashed(Object key) {
        StableHash.checkKeyClass(key.getClass());
        assertThat(StableHash.hashOf(key)).isEqualTo(StableHash.hashOf(key));
    }

    @Test
    void whatCannotBeAKeyIsRefusedInTheWordsOfTheRule() {
        for (Object key : List.of(new int[] {1}, new BigDecimal("1.0"), Optional.of(1), new Object())) {
            String rule = catchThrowableOfType(IllegalArgumentException.class, () -> StableHash.hashOf(key))
                    .getMessage();
            assertThatThrownBy(() -> keyCodec().encode(key)).hasMessageContaining(rule);
        }
    }

    @Test
    void keysMayBeStoredAsDeepAsTheyMayBeHashed() {
        Object deepest = 1;
        for (int depth = 0; depth < StableHash.MAX_DEPTH; depth++) {
            deepest = List.of(deepest);
        }
        Object tooDeep = List.of(deepest);
        assertThat(StableHash.hashOf(deepest)).isEqualTo(deepest.hashCode());
        assertThat(keyCodec().decode(keyCodec().encode(deepest))).isEqualTo(deepest);
        assertThatThrownBy(() -> StableHash.hashOf(tooDeep)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> keyCodec().encode(tooDeep)).isInstanceOf(CodecException.class);
    }

    @Test
    void aKeyClassWhoseComponentsChangedIsRefused() {
        KeyCodec writer = keyCodec();
        writer.encode(new Place("s", 1, null));
        TypeSchema now = writer.schema().types().get(0);
        List<FieldSchema> fields = new ArrayList<>(now.fields());
        fields.set(1, new FieldSchema("number", "long"));
        Schema changed = new Schema(List.of(new TypeSchema(now.name(), now.kind(), fields, List.of())));
        assertThatThrownBy(() -> keyCodec().admit(changed))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("Place")
                .hasMessageContaining("number");
    }
}
