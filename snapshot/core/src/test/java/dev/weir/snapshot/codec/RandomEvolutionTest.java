package dev.weir.snapshot.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.snapshot.codec.GeneratedBean.Field;
import dev.weir.snapshot.state.TypeHint;
import dev.weir.testing.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Random beans are stored; then their class loses, gets, renames, reorders and widens fields at random. What is read is what the
 * rules say of each field, or, where a field has got a type that can't hold what was stored, all is refused before any value
 * is read, with class and field.
 */
class RandomEvolutionTest {

    private static final List<Class<?>> TYPES = List.of(
            byte.class,
            short.class,
            int.class,
            long.class,
            float.class,
            double.class,
            String.class,
            Integer.class,
            Long.class,
            Double.class,
            List.class,
            Object.class);

    private static final Map<Class<?>, List<Class<?>>> WIDER = Map.of(
            byte.class, List.of(short.class, int.class, long.class),
            short.class, List.of(int.class, long.class),
            int.class, List.of(long.class),
            float.class, List.of(double.class),
            Integer.class, List.of(Long.class));

    private static final Map<Class<?>, Class<?>> UNFIT =
            Map.of(long.class, int.class, double.class, float.class, String.class, int.class, int.class, String.class);

    private static List<Field> drawFields(Random random) {
        List<Field> fields = new ArrayList<>();
        for (int i = random.nextInt(9); i >= 0; i--) {
            fields.add(new Field("f" + i, TYPES.get(random.nextInt(TYPES.size())), null));
        }
        return fields;
    }

    private static @Nullable Object drawValue(Random random, Class<?> type) {
        if (type == byte.class) {
            return (byte) random.nextInt();
        } else if (type == short.class) {
            return (short) random.nextInt();
        } else if (type == int.class) {
            return random.nextInt();
        } else if (type == long.class) {
            return random.nextLong();
        } else if (type == float.class) {
            return random.nextFloat();
        } else if (type == double.class) {
            return random.nextDouble();
        } else if (random.nextInt(4) == 0) {
            return null;
        } else if (type == String.class) {
            return "text " + random.nextInt();
        } else if (type == Integer.class) {
            return random.nextInt();
        } else if (type == Long.class) {
            return random.nextLong();
        } else if (type == Double.class) {
            return random.nextDouble();
        }
        return type == List.class ? List.of(random.nextInt(), "in a list") : (Object) ("object " + random.nextInt());
    }

    private static @Nullable Object defaultOf(Class<?> type) {
        return type.isPrimitive() ? Widening.to((byte) 0, type) : null;
    }

    /** What a field has become, by the rules. */
    private record Expected(Field field, @Nullable Object value) {}

    private static @Nullable Object widened(@Nullable Object value, Class<?> type) {
        if (!(value instanceof Number number) || type == Object.class || type == List.class) {
            return value;
        }
        if (type == long.class || type == Long.class) {
            return number.longValue();
        } else if (type == int.class) {
            return number.intValue();
        } else if (type == short.class) {
            return number.shortValue();
        }
        return type == double.class ? (Object) number.doubleValue() : value;
    }

    @Seeds(300)
    void whatIsReadIsWhatTheRulesSay(long seed) throws ReflectiveOperationException {
        Random random = new Random(seed);
        List<Field> old = drawFields(random);
        Class<?> oldClass = GeneratedBean.of(old);
        Object bean = oldClass.getConstructor().newInstance();
        Map<String, @Nullable Object> values = new HashMap<>();
        for (Field field : old) {
            Object value = drawValue(random, field.type());
            values.put(field.name(), value);
            oldClass.getField(field.name()).set(bean, value);
        }
        ValueCodec<Object> writer = new Codecs(oldClass.getClassLoader()).codec(TypeHint.of(Object.class));
        byte[] bytes = writer.encode(bean);

        List<Expected> expected = new ArrayList<>();
        Field unfit = evolve(random, old, values, expected);
        Class<?> newClass =
                GeneratedBean.of(expected.stream().map(Expected::field).toList());
        Codecs codecs = new Codecs(newClass.getClassLoader());
        if (unfit != null) {
            assertThatThrownBy(() -> codecs.reader(TypeHint.of(Object.class), writer.schema()))
                    .isInstanceOf(CodecException.class)
                    .hasMessageContaining("class=" + newClass.getName())
                    .hasMessageContaining("field=" + unfit.name());
            return;
        }
        Object read = codecs.reader(TypeHint.of(Object.class), writer.schema()).decode(bytes);
        assertThat(read).isInstanceOf(newClass);
        for (Expected each : expected) {
            assertThat(newClass.getField(each.field.name()).get(read))
                    .as(each.field.toString())
                    .isEqualTo(each.value);
        }
    }

    /** Draws the new version. @return a field that can't hold what was stored any more; null where all can */
    private static @Nullable Field evolve(
            Random random, List<Field> old, Map<String, @Nullable Object> values, List<Expected> expected) {
        Field unfit = null;
        for (Field field : old) {
            Object value = values.get(field.name());
            Class<?> type = field.type();
            switch (random.nextInt(8)) {
                case 0 -> {} // removed
                case 1 -> expected.add(new Expected(new Field(field.name() + "new", type, field.name()), value));
                case 2, 3 -> {
                    List<Class<?>> wider = WIDER.getOrDefault(type, List.of(type));
                    Class<?> wide = wider.get(random.nextInt(wider.size()));
                    expected.add(new Expected(new Field(field.name(), wide, null), widened(value, wide)));
                }
                case 4 -> {
                    boolean isUnfit = unfit == null && UNFIT.containsKey(type) && random.nextInt(3) == 0;
                    Class<?> changed = isUnfit ? UNFIT.getOrDefault(type, type) : type;
                    unfit = isUnfit ? field : unfit;
                    expected.add(new Expected(new Field(field.name(), changed, null), value));
                }
                default -> expected.add(new Expected(field, value));
            }
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            Class<?> type = TYPES.get(random.nextInt(TYPES.size()));
            expected.add(new Expected(new Field("added" + i, type, null), addedDefault(type)));
        }
        Collections.shuffle(expected, random);
        return unfit;
    }

    private static @Nullable Object addedDefault(Class<?> type) {
        if (type == float.class) {
            return 0f;
        }
        return type == double.class ? (Object) 0.0 : type == byte.class ? (Object) (byte) 0 : defaultOf(type);
    }
}
