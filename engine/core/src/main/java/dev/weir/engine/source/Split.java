package dev.weir.engine.source;

/** A part of a source's input that one reader reads. Immutable; its position is part of it. */
public interface Split {

    /** Unique within the source, and stable. */
    String splitId();
}
