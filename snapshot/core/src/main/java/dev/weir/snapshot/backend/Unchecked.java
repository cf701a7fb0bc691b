package dev.weir.snapshot.backend;

/** The one place for casts that the type system can't see: tables hold objects, handles know their types. */
final class Unchecked {

    private Unchecked() {}

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"
    }) // registration ties the stored type to the handle's
    static <T> T cast(Object value) {
        return (T) value;
    }
}
