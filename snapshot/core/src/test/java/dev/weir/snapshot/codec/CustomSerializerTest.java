package dev.weir.snapshot.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.snapshot.codec.Schema.FieldSchema;
import dev.weir.snapshot.codec.Schema.TypeKind;
import dev.weir.snapshot.codec.Schema.TypeSchema;
import dev.weir.snapshot.copy.RecordCopier;
import dev.weir.snapshot.state.TypeHint;
import dev.weir.snapshot.state.ValueSerializer;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Values of a class that a user's serializer takes, which is registered for these tests. */
class CustomSerializerTest {

    private static final TypeHint<Object> ANY = TypeHint.of(Object.class);

    /** It holds a thread, so nothing but its serializer can store or copy it. */
    static final class Shape {
        private final Thread maker = Thread.currentThread();
        private final int[] corners;

        Shape(int... corners) {
            this.corners = corners.clone();
        }

        int corners() {
            return maker.isAlive() ? corners.length : 0;
        }

        void move() {
            corners[0]++;
        }
    }

    /** Holds a shape deep inside. */
    record Drawing(String name, List<Shape> shapes, Map<String, Shape> byName) {}

    /** What is registered. */
    public static final class OfShape implements ValueSerializer<Shape> {

        @Override
        public Class<Shape> type() {
            return Shape.class;
        }

        @Override
        public String id() {
            return "shape";
        }

        @Override
        public int version() {
            return 2;
        }

        @Override
        public void write(Shape value, DataOutput out) throws IOException {
            if (value.corners.length == 0) {
                throw new IOException("a shape has corners");
            }
            out.writeInt(value.corners.length);
            for (int corner : value.corners) {
                out.writeInt(corner);
            }
        }

        /** The first version had a byte for the count. */
        @Override
        public Shape read(int version, DataInput in) throws IOException {
            int[] corners = new int[version == 1 ? in.readByte() : in.readInt()];
            for (int i = 0; i < corners.length; i++) {
                corners[i] = in.readInt();
            }
            return new Shape(corners);
        }
    }

    private final Codecs codecs = new Codecs(getClass().getClassLoader());

    private static int[] cornersOf(Object shape) {
        return ((Shape) shape).corners;
    }

    @Test
    void aValueComesBackWhereverItIs() {
        ValueCodec<Drawing> codec = codecs.codec(TypeHint.of(Drawing.class));
        Drawing drawing =
                new Drawing("house", List.of(new Shape(1, 2, 3), new Shape(4)), Map.of("door", new Shape(7, 8)));
        byte[] bytes = codec.encode(drawing);
        Drawing back = Objects.requireNonNull(
                codecs.reader(TypeHint.of(Drawing.class), codec.schema()).decode(bytes));
        assertThat(back.shapes()).extracting(Shape::corners).containsExactly(3, 1);
        assertThat(cornersOf(Objects.requireNonNull(back.byName().get("door")))).containsExactly(7, 8);
        assertThat(codec.schema().types())
                .filteredOn(type -> type.kind() == TypeKind.CUSTOM)
                .singleElement()
                .extracting(TypeSchema::name)
                .isEqualTo("shape");
    }

    @Test
    void aCopyIsAnotherObject() {
        Shape shape = new Shape(1, 2);
        Shape copy = (Shape) Objects.requireNonNull(new RecordCopier().copy(shape));
        shape.move();
        assertThat(cornersOf(copy)).containsExactly(1, 2);
    }

    @Test
    void whatItRefusesToWriteIsNamedWithClassSerializerAndPath() {
        ValueCodec<Drawing> codec = codecs.codec(TypeHint.of(Drawing.class));
        assertThatThrownBy(() -> codec.encode(new Drawing("x", List.of(new Shape(1), new Shape()), Map.of())))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("shapes")
                .hasMessageContaining("[1]")
                .hasMessageContaining(Shape.class.getName())
                .hasMessageContaining("serializer=shape")
                .hasMessageContaining("a shape has corners");
    }

    private static Schema stored(String id, int version) {
        return new Schema(List.of(new TypeSchema(
                id,
                TypeKind.CUSTOM,
                List.of(
                        new FieldSchema("class", Shape.class.getName()),
                        new FieldSchema("version", Integer.toString(version))),
                List.of())));
    }

    @Test
    void whatAnOlderVersionWroteIsReadByItsVersion() {
        byte[] first = {1, 5, 1, 0, 0, 0, 9};
        assertThat(cornersOf(Objects.requireNonNull(
                        codecs.reader(ANY, stored("shape", 1)).decode(first))))
                .containsExactly(9);
    }

    @Test
    void aNewerVersionAndAnIdThatIsntRegisteredAreRefusedBeforeAnythingIsRead() {
        assertThatThrownBy(() -> codecs.reader(ANY, stored("shape", 3)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("stored version=3")
                .hasMessageContaining("registered version=2");
        assertThatThrownBy(() -> codecs.reader(ANY, stored("form", 1)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("serializer=form")
                .hasMessageContaining("registered=[shape]")
                .hasMessageContaining(Shape.class.getName());
    }

    @Test
    void tooFewAndTooManyBytesAndForgedLengthsAreNoticed() {
        ValueReader<Object> reader = codecs.reader(ANY, stored("shape", 2));
        byte[] short2 = {1, 4, 0, 0, 0, 2};
        byte[] longer = {1, 9, 0, 0, 0, 1, 0, 0, 0, 5, 6};
        byte[] forged = {1, -1, -1, -1, -1, 7, 0};
        for (byte[] bytes : Arrays.asList(short2, longer, forged)) {
            assertThatThrownBy(() -> reader.decode(bytes)).isInstanceOf(CodecException.class);
        }
    }
}
