package dev.weir.operators.sink;

import dev.weir.snapshot.codec.Schema;
import dev.weir.snapshot.codec.Schema.FieldSchema;
import dev.weir.snapshot.codec.Schema.TypeKind;
import dev.weir.snapshot.codec.Schema.TypeSchema;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Stores the schema of a write-ahead sink's records beside them. Kinds are stored by name. */
final class SchemaCodec {

    private SchemaCodec() {}

    static void write(DataOutputStream out, Schema schema) throws IOException {
        out.writeInt(schema.types().size());
        for (TypeSchema type : schema.types()) {
            out.writeUTF(type.name());
            out.writeUTF(type.kind().name());
            out.writeInt(type.fields().size());
            for (FieldSchema field : type.fields()) {
                out.writeUTF(field.name());
                out.writeUTF(field.type());
                out.writeUTF(field.owner() == null ? "" : field.owner());
            }
            out.writeInt(type.constants().size());
            for (String constant : type.constants()) {
                out.writeUTF(constant);
            }
        }
    }

    static Schema read(DataInputStream in) throws IOException {
        int count = in.readInt();
        List<TypeSchema> types = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            types.add(new TypeSchema(in.readUTF(), TypeKind.valueOf(in.readUTF()), readFields(in), readConstants(in)));
        }
        return new Schema(types);
    }

    private static List<FieldSchema> readFields(DataInputStream in) throws IOException {
        int count = in.readInt();
        List<FieldSchema> fields = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String name = in.readUTF();
            String type = in.readUTF();
            String owner = in.readUTF();
            fields.add(new FieldSchema(name, type, owner.isEmpty() ? null : owner));
        }
        return fields;
    }

    private static List<String> readConstants(DataInputStream in) throws IOException {
        int count = in.readInt();
        List<String> constants = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            constants.add(in.readUTF());
        }
        return constants;
    }
}
