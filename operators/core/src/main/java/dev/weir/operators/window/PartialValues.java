package dev.weir.operators.window;

/** What a table of partials holds for each key and window. */
enum PartialValues {
    LONGS,
    OBJECTS
}
