package dev.weir.operators.sink.file;

/**
 * What it means when a part that a restored checkpoint wants committed is neither pending nor committed. Either it was
 * committed, and whoever reads the folder took it away; or someone removed it, and its records are lost: the folder
 * doesn't say which.
 */
public enum MissingParts {
    /** They are lost: the attempt fails and names them. */
    LOST,
    /** They were committed and taken: for folders whose readers move or remove what they have read. */
    TAKEN
}
