package dev.weir.operators.source.file;

import dev.weir.engine.source.Source.Boundedness;
import java.util.List;
import java.util.SortedSet;

/**
 * What the enumerator of a file source remembers.
 *
 * @param boundedness as the source was started with; it can't change
 * @param listed whether the files of a bounded source have been found; never taken back
 * @param pending what was found and not given out, in the order in which it will be
 * @param known the paths found so far that are still there; only where files are looked for again
 */
public record FileDiscovery(
        Boundedness boundedness, boolean listed, List<FileSplit> pending, SortedSet<String> known) {}
