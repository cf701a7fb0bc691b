package dev.weir.operators.sink.file;

import java.util.List;

/**
 * The token of a transaction: what is to be committed with it.
 *
 * @param folder the sink's folder when it was written, absolute
 */
record PreparedParts(String folder, List<PreparedPart> parts) {

    PreparedParts {
        parts = List.copyOf(parts);
    }
}
