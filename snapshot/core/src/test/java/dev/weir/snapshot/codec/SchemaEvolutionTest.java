package dev.weir.snapshot.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.snapshot.codec.Schema.TypeSchema;
import dev.weir.snapshot.state.TypeHint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The class of the writer is renamed in the schema to the reader's: so both versions can be in one test. */
class SchemaEvolutionTest {

    enum OldLevel {
        LOW,
        HIGH,
        GONE
    }

    enum NewLevel {
        HIGH,
        MIDDLE,
        LOW
    }

    record OldDetail(String text) {}

    record OldOrder(int amount, String customer, OldDetail dropped, OldLevel level) {}

    record NewOrder(
            NewLevel level,
            String customer,
            long amount,
            int added,
            @Nullable String note) {}

    static final class OldBean {
        private int count = 3;
        private String name = "n";
    }

    static final class NewBean {
        private String name = "default";
        private long count = -1;
        private String added = "set by the constructor";
    }

    record TextAmount(String amount, String customer, Object dropped, Object level) {}

    record Longs(List<Long> values) {}

    record Integers(List<Integer> values) {}

    record Strings(List<String> values) {}

    private static Schema renamed(Schema schema, Class<?> from, Class<?> to) {
        return new Schema(schema.types().stream()
                .map(type -> type.name().equals(from.getName())
                        ? new TypeSchema(to.getName(), type.kind(), type.fields(), type.constants())
                        : type)
                .toList());
    }

    private static Codecs codecs() {
        return new Codecs(SchemaEvolutionTest.class.getClassLoader());
    }

    private static final OldOrder ORDER = new OldOrder(7, "ann", new OldDetail("d"), OldLevel.LOW);

    @Test
    void addedFieldsGetDefaultsRemovedOnesAreDroppedReorderedOnesKeepTheirMeaning() {
        ValueCodec<OldOrder> writer = codecs().codec(TypeHint.of(OldOrder.class));
        byte[] bytes = writer.encode(ORDER);
        Schema schema =
                renamed(renamed(writer.schema(), OldOrder.class, NewOrder.class), OldLevel.class, NewLevel.class);
        NewOrder read = codecs().reader(TypeHint.of(NewOrder.class), schema).decode(bytes);
        assertThat(read).isEqualTo(new NewOrder(NewLevel.LOW, "ann", 7L, 0, null));
    }

    @Test
    void aDroppedFieldsClassMayBeGone() {
        ValueCodec<OldOrder> writer = codecs().codec(TypeHint.of(OldOrder.class));
        byte[] bytes = writer.encode(ORDER);
        Schema named =
                renamed(renamed(writer.schema(), OldOrder.class, NewOrder.class), OldLevel.class, NewLevel.class);
        Schema schema = new Schema(named.types().stream()
                .map(type -> type.name().equals(OldDetail.class.getName())
                        ? new TypeSchema("gone.Detail", type.kind(), type.fields(), type.constants())
                        : type)
                .toList());
        assertThat(codecs().reader(TypeHint.of(NewOrder.class), schema).decode(bytes))
                .isNotNull();
    }

    @Test
    void anAddedFieldOfABeanKeepsWhatItsConstructorGivesIt() {
        ValueCodec<OldBean> writer = codecs().codec(TypeHint.of(OldBean.class));
        OldBean old = new OldBean();
        byte[] bytes = writer.encode(old);
        Schema schema = renamed(writer.schema(), OldBean.class, NewBean.class);
        NewBean read = Objects.requireNonNull(
                codecs().reader(TypeHint.of(NewBean.class), schema).decode(bytes));
        assertThat(List.of(read.name, read.count, read.added))
                .isEqualTo(List.of(old.name, (long) old.count, "set by the constructor"));
    }

    /** A superclass without fields. */
    static class OldParent {}

    /** It alone has the field. */
    static final class OldChild extends OldParent {
        private int size;

        int size() {
            return size;
        }
    }

    /** It has got a field that its subclass has already. */
    static class NewParent {
        protected int size = 5;
    }

    /** Its own field hides the superclass's. */
    @SuppressWarnings("HidingField") // what is tested
    static final class NewChild extends NewParent {
        private int size;
    }

    @Test
    void aSuperclassThatGetsAFieldOfItsSubclassesNameTakesNothingAway() {
        ValueCodec<OldChild> writer = codecs().codec(TypeHint.of(OldChild.class));
        OldChild old = new OldChild();
        old.size = 7;
        byte[] bytes = writer.encode(old);
        Schema schema = renamed(writer.schema(), OldChild.class, NewChild.class);
        assertThat(old.size()).isEqualTo(7);
        NewChild read = Objects.requireNonNull(
                codecs().reader(TypeHint.of(NewChild.class), schema).decode(bytes));
        assertThat(read.size).isEqualTo(7);
        assertThat(((NewParent) read).size).isEqualTo(5);
    }

    /** What it holds is known by its argument, deep inside. */
    record Page<T>(List<T> items, Map<String, List<T>> byName) {}

    /** It passes its argument on to its superclass. */
    static class Holder<T> {
        protected List<T> held = new ArrayList<>();
    }

    /** The argument is the superclass's. */
    static final class LongHolder extends Holder<Long> {}

    @Test
    void typeArgumentsReachWhatIsDeepInsideAndWhatIsInherited() {
        ValueCodec<Page<Integer>> writer = codecs().codec(new TypeHint<>() {});
        byte[] bytes = writer.encode(new Page<>(List.of(1), Map.of("a", List.of(2))));
        Page<Long> read = Objects.requireNonNull(
                codecs().reader(new TypeHint<Page<Long>>() {}, writer.schema()).decode(bytes));
        assertThat(read).isEqualTo(new Page<>(List.of(1L), Map.of("a", List.of(2L))));
        ValueReader<Page<String>> wrong = codecs().reader(new TypeHint<>() {}, writer.schema());
        assertThatThrownBy(() -> wrong.decode(bytes))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("items")
                .hasMessageContaining("java.lang.Integer");

        ValueCodec<Holder<Object>> holders = codecs().codec(new TypeHint<>() {});
        Holder<Object> holder = new Holder<>();
        holder.held.add(3);
        byte[] held = holders.encode(holder);
        Schema schema = renamed(holders.schema(), Holder.class, LongHolder.class);
        LongHolder longs = Objects.requireNonNull(
                codecs().reader(TypeHint.of(LongHolder.class), schema).decode(held));
        assertThat(longs.held).isEqualTo(List.of(3L));
    }

    @Test
    void aConstantThatIsGoneIsRefusedByName() {
        ValueCodec<OldLevel> writer = codecs().codec(TypeHint.of(OldLevel.class));
        byte[] bytes = writer.encode(OldLevel.GONE);
        ValueReader<NewLevel> reader =
                codecs().reader(TypeHint.of(NewLevel.class), renamed(writer.schema(), OldLevel.class, NewLevel.class));
        assertThatThrownBy(() -> reader.decode(bytes))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("GONE")
                .hasMessageContaining("NewLevel");
    }

    @Test
    void aFieldsTypeThatCantHoldWhatWasStoredIsRefusedBeforeAnyValueIsRead() {
        ValueCodec<OldOrder> writer = codecs().codec(TypeHint.of(OldOrder.class));
        writer.encode(ORDER);
        Schema schema = renamed(writer.schema(), OldOrder.class, TextAmount.class);
        assertThatThrownBy(() -> codecs().reader(TypeHint.of(TextAmount.class), schema))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("field=amount")
                .hasMessageContaining("stored=int")
                .hasMessageContaining("declared=java.lang.String");
    }

    @Test
    void elementsOfCollectionsWidenAndAreNeverAnotherTypeThanDeclared() {
        ValueCodec<Integers> writer = codecs().codec(TypeHint.of(Integers.class));
        byte[] bytes = writer.encode(new Integers(List.of(1, 2)));
        Schema toLongs = renamed(writer.schema(), Integers.class, Longs.class);
        assertThat(codecs().reader(TypeHint.of(Longs.class), toLongs).decode(bytes))
                .isEqualTo(new Longs(List.of(1L, 2L)));
        Schema toStrings = renamed(writer.schema(), Integers.class, Strings.class);
        ValueReader<Strings> reader = codecs().reader(TypeHint.of(Strings.class), toStrings);
        assertThatThrownBy(() -> reader.decode(bytes))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("values[0]");
    }

    @Test
    void aClassThatIsGoneIsRefusedByName() {
        ValueCodec<Object> writer = codecs().codec(TypeHint.of(Object.class));
        byte[] bytes = writer.encode(new OldDetail("x"));
        Schema schema = new Schema(List.of(new TypeSchema(
                "gone.Detail",
                Schema.TypeKind.RECORD,
                writer.schema().types().get(0).fields(),
                List.of())));
        ValueReader<Object> reader = codecs().reader(TypeHint.of(Object.class), schema);
        assertThatThrownBy(() -> reader.decode(bytes))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("gone.Detail");
    }

    @Test
    void aSchemaThatNamesAClassOfTheJdkMakesNoneOfIt() {
        Schema forged = new Schema(
                List.of(new TypeSchema("java.lang.ProcessBuilder", Schema.TypeKind.BEAN, List.of(), List.of())));
        assertThatThrownBy(
                        () -> codecs().reader(TypeHint.of(Object.class), forged).decode(new byte[] {1}))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("ProcessBuilder");
    }
}
