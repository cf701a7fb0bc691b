package dev.weir.snapshot.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.snapshot.codec.Schema.TypeSchema;
import dev.weir.snapshot.state.FormerName;
import dev.weir.snapshot.state.TypeHint;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The class of the writer is renamed in the schema to the reader's: so both versions can be in one test. */
class FormerNameTest {

    record Old(int amount, String customer) {}

    record New(
            @FormerName("customer") String buyer,
            @FormerName({"sum", "amount"}) long total) {}

    record Taken(@FormerName("customer") String buyer, String customer) {}

    record Merged(@FormerName({"customer", "amount"}) Object both) {}

    record Mistyped(@FormerName("amount") String total) {}

    enum OldLevel {
        LOW,
        HIGH
    }

    enum NewLevel {
        @FormerName("HIGH")
        TOP,
        LOW
    }

    static final class OldBean {
        private int count = 3;
    }

    static final class NewBean {
        @FormerName("count")
        private long total = -1;
    }

    private static <N> N reread(Object old, Class<N> now) {
        Codecs codecs = new Codecs(FormerNameTest.class.getClassLoader());
        ValueCodec<Object> writer = codecs.codec(TypeHint.of(Object.class));
        byte[] bytes = writer.encode(old);
        Schema schema = new Schema(writer.schema().types().stream()
                .map(type -> type.name().equals(old.getClass().getName())
                        ? new TypeSchema(now.getName(), type.kind(), type.fields(), type.constants())
                        : type)
                .toList());
        return Objects.requireNonNull(codecs.reader(TypeHint.of(now), schema).decode(bytes));
    }

    @Test
    void aRenamedComponentIsReadByItsFormerNameAndWidens() {
        assertThat(reread(new Old(7, "ann"), New.class)).isEqualTo(new New("ann", 7L));
    }

    @Test
    void whatIsWrittenAfterTheRenameIsReadByItsOwnName() {
        assertThat(reread(new New("bob", 8L), New.class)).isEqualTo(new New("bob", 8L));
    }

    @Test
    void aRenamedFieldOfABeanIsReadByItsFormerName() {
        assertThat(reread(new OldBean(), NewBean.class).total).isEqualTo(new OldBean().count);
    }

    @Test
    void aRenamedConstantIsReadByItsFormerName() {
        assertThat(reread(OldLevel.HIGH, NewLevel.class)).isEqualTo(NewLevel.TOP);
        assertThat(reread(OldLevel.LOW, NewLevel.class)).isEqualTo(NewLevel.LOW);
    }

    @Test
    void aFormerNameThatIsAnotherFieldsNameIsRefused() {
        assertThatThrownBy(() -> reread(new Old(7, "ann"), Taken.class))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("Taken")
                .hasMessageContaining("former name=customer");
    }

    @Test
    void twoStoredFieldsThatAreNowOneAreRefused() {
        assertThatThrownBy(() -> reread(new Old(7, "ann"), Merged.class))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("element=both");
    }

    @Test
    void aRenamedFieldOfATypeThatCantHoldWhatWasStoredIsRefused() {
        assertThatThrownBy(() -> reread(new Old(7, "ann"), Mistyped.class))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("field=amount");
    }
}
