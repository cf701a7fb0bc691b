package dev.weir.snapshot.codec;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The classes a writer met, in the order of their ids: what its bytes mean. Kept beside the bytes, never in them. Id 0
 * stands for null; the type at position i has id {@code i + 1}.
 */
public record Schema(List<TypeSchema> types) {

    /** Nothing written yet. */
    public static final Schema EMPTY = new Schema(List.of());

    public Schema {
        types = List.copyOf(types);
    }

    /** How the values of a class are written. Names are part of the checkpoint format: never rename one. */
    public enum TypeKind {
        /** A form of the JDK's values, by its name in the format. */
        BUILT_IN,
        /** Constants by name. */
        ENUM,
        /** Components by name. */
        RECORD,
        /** Fields by name, superclass first. */
        BEAN,
        /** An array of the named element class. */
        ARRAY,
        /** By a user's serializer, whose id is the name. */
        CUSTOM
    }

    /**
     * One class.
     *
     * @param name the class, or the name of the built-in form, or an array's element class
     * @param fields in the writer's order; empty but for records and beans
     * @param constants in the writer's order; empty but for enums
     */
    public record TypeSchema(String name, TypeKind kind, List<FieldSchema> fields, List<String> constants) {
        public TypeSchema {
            fields = List.copyOf(fields);
            constants = List.copyOf(constants);
        }
    }

    /**
     * One field.
     *
     * @param name unique within the class
     * @param type as it is declared, with arguments
     * @param owner the superclass that declares it; null for the class itself
     */
    public record FieldSchema(
            String name,
            String type,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String owner) {

        /** One of the class's own. */
        public FieldSchema(String name, String type) {
            this(name, type, null);
        }
    }
}
