package dev.weir.operators.source.file;

import dev.weir.engine.source.Source.Boundedness;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** All paths a source was given. */
record Inputs(List<InputRoot> roots, Boundedness boundedness) implements FileFinder {

    /** Opens the new ones to see whether they can be read. Blocks on the file system. */
    @Override
    public Found find(Set<String> known) throws IOException {
        List<Listing> listings = new ArrayList<>();
        SortedSet<String> fresh = new TreeSet<>();
        for (InputRoot root : roots) {
            Listing listing = root.list(boundedness);
            if (boundedness == Boundedness.BOUNDED && listing.files().isEmpty() && root.isGlob()) {
                throw InputFaults.nothingMatches(root.given());
            }
            listings.add(listing);
            fresh.addAll(listing.files());
        }
        fresh.removeAll(known);
        List<InputFile> probed = new ArrayList<>();
        for (String path : fresh) {
            probe(path, probed);
        }
        return new Found(listings, probed);
    }

    private void probe(String path, List<InputFile> into) throws IOException {
        try {
            into.add(InputProbe.probe(path));
        } catch (NoSuchFileException gone) {
            if (boundedness == Boundedness.BOUNDED) {
                throw InputFaults.vanished(path);
            }
        }
    }
}
