package dev.weir.samples.wordcount;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.samples.restart.CommittedCounts;
import dev.weir.samples.restart.JobProcess;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The word count over real text, killed with kill −9 again and again: each update of each word is committed once. The
 * long form: {@code -Dwordcount.kills=20 -Dwordcount.text=FOLDER}.
 */
class KilledWordCountTest {

    private static final int KILLS = Integer.getInteger("wordcount.kills", 5);
    private static final Path SOURCES = Path.of("target/text");

    /** How many times the sources are also read as one large file, so that the job outlasts the kills. */
    private static final int VOLUMES = 10;

    private static final long SEED = Long.getLong("wordcount.seed", 20);
    private static final int LONGEST_WAIT_MILLIS = 250;
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{Nd}]+");

    @TempDir
    private Path folder;

    @Test
    void eachUpdateIsCommittedOnceAcrossKills() throws Exception {
        Path text = text();
        Path output = folder.resolve("counts");
        Random random = new Random(SEED);
        int killedAfterCheckpoint = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            JobProcess process = start(kill, text);
            // A quarter of the kills may hit the start-up, a restore, or the first round.
            if (kill % 4 != 3) {
                process.awaitCheckpoint();
            }
            assertThat(process.killAfter(random.nextInt(LONGEST_WAIT_MILLIS)))
                    .as("the text lasts for kill %s: %s", kill, printed(kill))
                    .isTrue();
            killedAfterCheckpoint += process.hasCheckpoint() ? 1 : 0;
            visible(output);
        }
        assertThat(killedAfterCheckpoint).isGreaterThanOrEqualTo(KILLS - KILLS / 4);

        JobProcess last = start(KILLS, text);
        assertThat(last.awaitEnd(600)).as(printed(KILLS)).isZero();

        CommittedCounts counts = visible(output);
        Map<String, Integer> totals = totals(text);
        counts.areComplete(totals);
        assertThat(hidden(output)).as("files that are left uncommitted").isEmpty();
        assertThat(printed(KILLS)).contains("restored checkpoint ");
        System.out.printf(
                "wordcount: %d kills, %d after a completed checkpoint, %,d lines, %,d words%n",
                KILLS, killedAfterCheckpoint, counts.lines(), totals.size());
    }

    /** The folder that was named, or the sources of some dependencies, small files and large ones. */
    private Path text() throws IOException {
        String named = System.getProperty("wordcount.text");
        if (named != null) {
            return Path.of(named);
        }
        Path text = Files.createDirectory(folder.resolve("text"));
        List<Path> sources;
        try (Stream<Path> files = Files.walk(SOURCES)) {
            sources = files.filter(Files::isRegularFile)
                    .filter(KilledWordCountTest::isRead)
                    .toList();
        }
        Path volume = text.resolve("volume-0");
        try (OutputStream out = Files.newOutputStream(volume)) {
            for (int i = 0; i < sources.size(); i++) {
                Files.copy(sources.get(i), text.resolve("source-" + i));
                Files.copy(sources.get(i), out);
                out.write('\n');
            }
        }
        for (int i = 1; i < VOLUMES; i++) {
            Files.copy(volume, text.resolve("volume-" + i));
        }
        return text;
    }

    private JobProcess start(int run, Path text) throws IOException {
        Path jobFolder = folder.resolve("counts-checkpoints").resolve("wordcount");
        String restore = JobProcess.newestPublished(jobFolder) == 0 ? "" : " --restore latest";
        return JobProcess.start(
                jobFolder,
                printedBy(run),
                List.of("-Xmx512m"),
                List.of(
                        "wordcount",
                        "--input " + text.toAbsolutePath() + " --output " + folder.resolve("counts") + restore,
                        "--weir.parallelism 3 --weir.max-parallelism 37 --weir.checkpoint.interval 100ms"));
    }

    private File printedBy(int run) {
        return folder.resolve("printed-" + run + ".txt").toFile();
    }

    private String printed(int run) throws IOException {
        return Files.readString(printedBy(run).toPath());
    }

    private static CommittedCounts visible(Path output) throws IOException {
        return CommittedCounts.in(output, name -> !name.startsWith("."));
    }

    private static List<Path> hidden(Path output) throws IOException {
        try (Stream<Path> files = Files.walk(output)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> file.getFileName().toString().startsWith("."))
                    .toList();
        }
    }

    /** The truth, found in another way than the job's: by a pattern. */
    private static Map<String, Integer> totals(Path text) throws IOException {
        Map<String, Integer> totals = new HashMap<>();
        try (Stream<Path> files = Files.walk(text)) {
            files.filter(Files::isRegularFile)
                    .filter(KilledWordCountTest::isRead)
                    .forEach(file -> {
                        Matcher words = WORD.matcher(content(file));
                        while (words.find()) {
                            totals.merge(words.group().toLowerCase(Locale.ROOT), 1, Integer::sum);
                        }
                    });
        }
        return totals;
    }

    /** Of a folder's files those are read whose names begin with neither a dot nor an underscore. */
    private static boolean isRead(Path file) {
        String name = file.getFileName().toString();
        return !name.startsWith(".") && !name.startsWith("_");
    }

    private static String content(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
