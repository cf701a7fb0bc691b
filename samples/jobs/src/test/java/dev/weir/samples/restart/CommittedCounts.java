package dev.weir.samples.restart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Lines {@code key n} that a job has committed: per key the set of its counts, each of which may be there once. */
public final class CommittedCounts {

    private static final Pattern LINE = Pattern.compile("\\S+ [1-9]\\d*");

    private final Map<String, BitSet> counts = new HashMap<>();

    /** Reads the files of a folder, and of the folders in it, whose names are those of committed files. */
    public static CommittedCounts in(Path folder, Predicate<String> isCommitted) throws IOException {
        CommittedCounts read = new CommittedCounts();
        if (!Files.isDirectory(folder)) {
            return read;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> committed = files.filter(Files::isRegularFile)
                    .filter(file -> isCommitted.test(file.getFileName().toString()))
                    .toList();
            for (Path file : committed) {
                read.add(file);
            }
        }
        return read;
    }

    private void add(Path file) throws IOException {
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!LINE.matcher(line).matches()) {
                    throw new AssertionError("a line 'key n' is whole: '" + line + "' in " + file);
                }
                int space = line.indexOf(' ');
                int count = Integer.parseInt(line.substring(space + 1));
                BitSet seen = counts.computeIfAbsent(line.substring(0, space), key -> new BitSet());
                if (seen.get(count)) {
                    throw new AssertionError("'" + line + "' is committed twice");
                }
                seen.set(count);
            }
        }
    }

    /** Lines there are. */
    public long lines() {
        return counts.values().stream().mapToLong(BitSet::cardinality).sum();
    }

    /** Each key has the counts 1 to its total, and there is no other key. */
    public void areComplete(Map<String, Integer> totals) {
        assertThat(counts.keySet()).isEqualTo(totals.keySet());
        totals.forEach((key, total) -> {
            BitSet seen = Objects.requireNonNull(counts.get(key));
            assertThat(seen.nextClearBit(1))
                    .as("first count of '%s' that is lost", key)
                    .isEqualTo(total + 1);
            assertThat(seen.cardinality()).as("counts of '%s'", key).isEqualTo(total);
        });
    }
}
