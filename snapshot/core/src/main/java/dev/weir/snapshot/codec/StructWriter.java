package dev.weir.snapshot.codec;

import java.lang.reflect.Field;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the fields of one class one after the other, without names. */
final class StructWriter implements WriteTable.Writer {

    private final String[] names;
    private final Field[] fields;
    private final @Nullable Primitive[] primitives;

    StructWriter(StructLayout layout) {
        List<StructLayout.Slot> slots = layout.slots();
        this.names = new String[slots.size()];
        this.fields = new Field[slots.size()];
        this.primitives = new Primitive[slots.size()];
        for (int i = 0; i < fields.length; i++) {
            names[i] = slots.get(i).name();
            fields[i] = slots.get(i).field();
            primitives[i] = Primitive.named(fields[i].getType().getName());
        }
    }

    @Override
    public void write(Encoder encoder, Object value) {
        for (int i = 0; i < fields.length; i++) {
            try {
                Primitive primitive = primitives[i];
                if (primitive == null) {
                    encoder.value(fields[i].get(value));
                } else {
                    primitive.write(encoder.out(), fields[i], value);
                }
            } catch (CodecException e) {
                throw e.in(names[i]);
            } catch (IllegalAccessException e) {
                throw new CodecException("a field can't be read: field=" + names[i], e);
            }
        }
    }
}
