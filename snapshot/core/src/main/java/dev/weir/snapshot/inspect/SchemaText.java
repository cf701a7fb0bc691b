package dev.weir.snapshot.inspect;

import dev.weir.snapshot.codec.Schema;
import dev.weir.snapshot.codec.Schema.TypeSchema;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** Schemas for people to read. */
final class SchemaText {

    private SchemaText() {}

    /** A line for each class that one of the writers met, each once, sorted. */
    static List<String> of(Collection<Schema> writers) {
        return writers.stream()
                .flatMap(writer -> writer.types().stream())
                .map(SchemaText::line)
                .distinct()
                .sorted()
                .toList();
    }

    private static String line(TypeSchema type) {
        return switch (type.kind()) {
            case BUILT_IN -> type.name();
            case ARRAY -> type.name() + "[]";
            case ENUM -> "enum " + type.name() + type.constants().stream().collect(Collectors.joining(", ", " {", "}"));
            case RECORD -> "record " + type.name() + fields(type, "(", ")");
            case CUSTOM -> "by serializer " + type.name() + fields(type, " (", ")");
            case BEAN -> "class " + type.name() + fields(type, " {", "}");
        };
    }

    private static String fields(TypeSchema type, String opening, String closing) {
        return type.fields().stream()
                .map(field -> field.type() + " " + field.name())
                .collect(Collectors.joining(", ", opening, closing));
    }
}
