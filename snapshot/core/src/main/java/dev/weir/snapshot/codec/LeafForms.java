package dev.weir.snapshot.codec;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.Charset;
import java.time.DateTimeException;
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
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.Currency;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.regex.Pattern;

/** The JDK's values that hold no other values, by exact class. */
final class LeafForms {

    /** What Kryo's own serializers write and read right; all of bounded size. */
    static final List<Class<?>> BY_KRYO = List.of(
            Instant.class,
            Duration.class,
            Period.class,
            LocalDate.class,
            LocalTime.class,
            LocalDateTime.class,
            OffsetTime.class,
            OffsetDateTime.class,
            ZoneOffset.class,
            Year.class,
            YearMonth.class,
            MonthDay.class);

    private final Map<Class<?>, Form> byClass = new LinkedHashMap<>();

    private LeafForms() {
        boxes();
        numbers();
        names();
        times();
        holders();
        comparators();
    }

    static Map<Class<?>, Form> byClass() {
        return new LeafForms().byClass;
    }

    private <T> void leaf(Class<T> type, BiConsumer<Output, T> writer, Function<Input, T> reader) {
        form(type, (e, v) -> writer.accept(e.out(), v), d -> reader.apply(d.in()));
    }

    private <T> void form(Class<T> type, BiConsumer<Encoder, T> writer, Function<Decoder, T> reader) {
        byClass.put(type, new Form.Leaf<>(type.getName(), type, writer, reader));
    }

    private <T> void text(Class<T> type, Function<T, String> toText, Function<String, T> fromText) {
        leaf(type, (out, v) -> Wire.writeString(out, toText.apply(v)), in -> {
            String text = Wire.readString(in);
            try {
                return fromText.apply(text);
            } catch (IllegalArgumentException | DateTimeException e) {
                throw new CodecException("a stored " + type.getSimpleName() + " is unknown here: " + text, e);
            }
        });
    }

    /** Writes what the form of a Long is, without its box. */
    static void writeLong(Output out, long value) {
        out.writeVarLong(value, false);
    }

    /** Reads what the form of a Long is, without making its box. */
    static long readLong(Input in) {
        return in.readVarLong(false);
    }

    private void boxes() {
        leaf(Long.class, (out, v) -> writeLong(out, v), LeafForms::readLong);
        leaf(Integer.class, (out, v) -> out.writeVarInt(v, false), in -> in.readVarInt(false));
        leaf(String.class, Wire::writeString, Wire::readString);
        leaf(Double.class, (out, v) -> out.writeDouble(v), Input::readDouble);
        leaf(Float.class, (out, v) -> out.writeFloat(v), Input::readFloat);
        leaf(Short.class, (out, v) -> out.writeShort(v), Input::readShort);
        leaf(Byte.class, (out, v) -> out.writeByte(v), Input::readByte);
        leaf(Character.class, (out, v) -> out.writeChar(v), Input::readChar);
        leaf(Boolean.class, (out, v) -> out.writeBoolean(v), Input::readBoolean);
    }

    private void numbers() {
        leaf(BigInteger.class, (out, v) -> Wire.writeBytes(out, v.toByteArray()), LeafForms::readBigInteger);
        leaf(
                BigDecimal.class,
                (out, v) -> {
                    Wire.writeBytes(out, v.unscaledValue().toByteArray());
                    out.writeVarInt(v.scale(), false);
                },
                in -> new BigDecimal(readBigInteger(in), in.readVarInt(false)));
        leaf(BitSet.class, (out, v) -> Wire.writeBytes(out, v.toByteArray()), in -> BitSet.valueOf(Wire.readBytes(in)));
    }

    private static BigInteger readBigInteger(Input in) {
        byte[] bytes = Wire.readBytes(in);
        if (bytes.length == 0) {
            throw new CodecException("a stored BigInteger has no bytes");
        }
        return new BigInteger(bytes);
    }

    private void names() {
        leaf(
                UUID.class,
                (out, v) -> {
                    out.writeLong(v.getMostSignificantBits());
                    out.writeLong(v.getLeastSignificantBits());
                },
                in -> new UUID(in.readLong(), in.readLong()));
        text(URI.class, URI::toString, URI::create);
        text(File.class, File::getPath, File::new);
        text(Locale.class, Locale::toLanguageTag, Locale::forLanguageTag);
        text(Currency.class, Currency::getCurrencyCode, Currency::getInstance);
        leaf(
                StringBuilder.class,
                (out, v) -> Wire.writeString(out, v.toString()),
                in -> new StringBuilder(Wire.readString(in)));
        leaf(
                Pattern.class,
                (out, v) -> {
                    Wire.writeString(out, v.pattern());
                    out.writeVarInt(v.flags(), true);
                },
                in -> Pattern.compile(Wire.readString(in), in.readVarInt(true)));
        byClass.put(
                Charset.class,
                new Form.Leaf<>(
                        Charset.class.getName(),
                        Charset.class,
                        (e, v) -> Wire.writeString(e.out(), v.name()),
                        d -> Charset.forName(Wire.readString(d.in()))));
    }

    @SuppressWarnings("JavaUtilDate") // what was a Date comes back as one
    private void times() {
        for (Class<?> type : BY_KRYO) {
            byKryo(type);
        }
        text(ZoneId.class, ZoneId::getId, ZoneId::of);
        leaf(Date.class, (out, v) -> out.writeVarLong(v.getTime(), false), in -> new Date(in.readVarLong(false)));
        form(
                ZonedDateTime.class,
                (e, v) -> {
                    e.kryo().writeObject(e.out(), v.toOffsetDateTime());
                    Wire.writeString(e.out(), v.getZone().getId());
                },
                d -> readZoned(d.kryo().readObject(d.in(), OffsetDateTime.class), ZoneId.of(Wire.readString(d.in()))));
    }

    private static ZonedDateTime readZoned(OffsetDateTime time, ZoneId zone) {
        return ZonedDateTime.ofInstant(time.toLocalDateTime(), time.getOffset(), zone);
    }

    private <T> void byKryo(Class<T> type) {
        form(type, (e, v) -> e.kryo().writeObject(e.out(), v), d -> d.kryo().readObject(d.in(), type));
    }

    private void holders() {
        leaf(AtomicLong.class, (out, v) -> out.writeLong(v.get()), in -> new AtomicLong(in.readLong()));
        leaf(AtomicInteger.class, (out, v) -> out.writeInt(v.get()), in -> new AtomicInteger(in.readInt()));
        leaf(AtomicBoolean.class, (out, v) -> out.writeBoolean(v.get()), in -> new AtomicBoolean(in.readBoolean()));
        leaf(
                OptionalLong.class,
                (out, v) -> {
                    out.writeBoolean(v.isPresent());
                    out.writeLong(v.orElse(0));
                },
                in -> in.readBoolean() ? OptionalLong.of(in.readLong()) : absent(OptionalLong.empty(), in.readLong()));
        leaf(
                OptionalInt.class,
                (out, v) -> {
                    out.writeBoolean(v.isPresent());
                    out.writeInt(v.orElse(0));
                },
                in -> in.readBoolean() ? OptionalInt.of(in.readInt()) : absent(OptionalInt.empty(), in.readInt()));
        leaf(
                OptionalDouble.class,
                (out, v) -> {
                    out.writeBoolean(v.isPresent());
                    out.writeDouble(v.orElse(0));
                },
                in -> in.readBoolean()
                        ? OptionalDouble.of(in.readDouble())
                        : absent(OptionalDouble.empty(), in.readDouble()));
    }

    private static <T> T absent(T empty, Number ignored) {
        return empty;
    }

    private void comparators() {
        singleton("comparator.reverse", Collections.reverseOrder());
        singleton("comparator.natural", Comparator.naturalOrder());
        singleton("comparator.ignore-case", String.CASE_INSENSITIVE_ORDER);
    }

    private void singleton(String name, Object instance) {
        byClass.put(instance.getClass(), new Form.Leaf<>(name, Object.class, (e, v) -> {}, d -> instance));
    }
}
