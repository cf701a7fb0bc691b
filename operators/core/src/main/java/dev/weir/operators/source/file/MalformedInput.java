package dev.weir.operators.source.file;

/** What is done with bytes that aren't UTF-8. */
public enum MalformedInput {

    /** Each malformed sequence becomes U+FFFD; they are counted, and the count is logged. */
    REPLACE,

    /** The job fails, with the file and the offset of the first such byte. */
    REFUSE
}
