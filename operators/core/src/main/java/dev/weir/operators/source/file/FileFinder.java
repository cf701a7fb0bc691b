package dev.weir.operators.source.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;

/** Looks for the files of a source. May block. */
@FunctionalInterface
interface FileFinder {

    /**
     * What one look found.
     *
     * @param listings one per path that the source was given
     * @param fresh the files not known before, in the order of their paths
     */
    record Found(List<Listing> listings, List<InputFile> fresh) {}

    /**
     * The files one path of the source stands for.
     *
     * @param base all files are this or below it
     */
    record Listing(Path base, SortedSet<String> files) {

        boolean covers(String file) {
            return Path.of(file).startsWith(base);
        }
    }

    /**
     * Lists the files, and looks into those that aren't known.
     *
     * @throws RuntimeException naming the first that is missing or can't be read
     */
    Found find(Set<String> known) throws IOException;
}
