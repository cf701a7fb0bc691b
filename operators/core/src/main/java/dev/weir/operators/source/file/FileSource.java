package dev.weir.operators.source.file;

import dev.weir.engine.plan.JobRefusedException;
import dev.weir.engine.source.EnumeratorContext;
import dev.weir.engine.source.ReaderContext;
import dev.weir.engine.source.Source;
import dev.weir.engine.source.SourceReader;
import dev.weir.engine.source.SplitEnumerator;
import dev.weir.engine.source.StateCodec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lines of files, in UTF-8. A line ends with LF or CR LF, or with the file; what ends it isn't part of it. Empty
 * lines are kept; a byte-order mark at the start of a file is not. Lines of one split come in order, splits in any.
 *
 * <pre>{@code
 * env.source("words", FileSource.lines("/data/texts", "/data/more/*.txt.gz"));
 * env.source("orders", FileSource.lines("/data/in").delimiter("||").continuous(Duration.ofSeconds(5)));
 * }</pre>
 *
 * <p>A folder stands for all files in it and below, without those whose name, or whose folder's name, starts with {@code .}
 * or {@code _}. A glob has Java's syntax; a folder that it matches stands for its files. A file is read once, however
 * many of the paths lead to it. A file that is gzip by its first bytes, or whose name ends in {@code .gz}, is unpacked, and
 * read by one subtask; other files are cut into splits.
 *
 * <p>Positions are saved, so a file must stay as it is until it is read. One that is missing, can't be read, has changed
 * or is damaged ends the job with a message that names it; nothing is skipped.
 *
 * <p>Immutable: each setting gives a new source.
 */
public final class FileSource implements Source<String, FileSplit, FileDiscovery> {

    private final List<InputRoot> roots;
    private final FileSettings settings;

    private FileSource(List<InputRoot> roots, FileSettings settings) {
        this.roots = roots;
        this.settings = settings;
    }

    /**
     * The lines of these files, folders and globs, read once. What exists by exactly the name given is no glob.
     *
     * @param paths at least one; relative ones are taken from the working directory of the process that runs the job
     * @throws IllegalArgumentException for a path or glob that can't be one
     */
    public static FileSource lines(String... paths) {
        if (paths.length == 0) {
            throw new IllegalArgumentException("a file source has at least one path: got none");
        }
        List<InputRoot> roots = new ArrayList<>();
        for (String path : paths) {
            if (path == null) {
                throw new NullPointerException("a path of a file source is not null: path " + roots.size() + " is");
            }
            roots.add(new InputRoot(path));
        }
        return new FileSource(List.copyOf(roots), FileSettings.DEFAULT);
    }

    /**
     * The size of the parts that files are cut into for the subtasks to share, 8 MiB if this isn't called.
     *
     * @throws IllegalArgumentException unless it is positive
     */
    public FileSource splitSize(long bytes) {
        return new FileSource(roots, settings.withSplitBytes(bytes));
    }

    /**
     * How much is read from a file at once, 64 KiB if this isn't called.
     *
     * @throws IllegalArgumentException unless it is in 1 byte to 64 MiB
     */
    public FileSource bufferSize(int bytes) {
        return new FileSource(roots, settings.withBufferBytes(bytes));
    }

    /**
     * What ends a line instead of LF and CR LF: exactly this text. Ends are looked for from the left: {@code c|||d} with
     * {@code ||} is {@code c} and {@code |d}.
     *
     * @throws IllegalArgumentException unless it has 1 to 256 bytes in UTF-8, and no byte-order mark
     */
    public FileSource delimiter(String delimiter) {
        if (delimiter == null) {
            throw new NullPointerException("the delimiter of a file source is not null: leave it out for text lines");
        }
        return new FileSource(roots, settings.withDelimiter(delimiter));
    }

    /** What is done with bytes that aren't UTF-8: {@link MalformedInput#REPLACE} if this isn't called. */
    public FileSource malformed(MalformedInput handling) {
        return new FileSource(roots, settings.withMalformed(handling));
    }

    /**
     * The longest line that is read, 16 MiB if this isn't called; a longer one ends the job. A reader needs up to about
     * twice this memory.
     *
     * @param bytes without what ends the line
     * @throws IllegalArgumentException unless it is in 1 byte to 1 GiB
     */
    public FileSource maxLineBytes(int bytes) {
        return new FileSource(roots, settings.withMaxLineBytes(bytes));
    }

    /**
     * Looks for new files again and again, without end. Each path is read once, also across restarts; a path whose file
     * is gone is forgotten. Files must appear whole: write under a name that starts with {@code .} or {@code _}, then
     * rename.
     *
     * @param discoveryInterval from the end of one look to the next, at least 1 ms
     */
    public FileSource continuous(Duration discoveryInterval) {
        if (discoveryInterval == null) {
            throw new NullPointerException("the discovery interval of a file source is not null");
        }
        return new FileSource(roots, settings.withDiscoveryInterval(discoveryInterval));
    }

    @Override
    public Boundedness boundedness() {
        return settings.boundedness();
    }

    /** @throws JobRefusedException if what is restored was bounded and this isn't, or the other way round */
    @Override
    public SplitEnumerator<FileSplit, FileDiscovery> createEnumerator(
            EnumeratorContext<FileSplit> context, @Nullable FileDiscovery restored) {
        if (restored != null && restored.boundedness() != boundedness()) {
            throw new JobRefusedException("a file source that goes on stays bounded or continuous as it was: it was "
                    + restored.boundedness() + ", is " + boundedness() + "; set it as before, or start anew");
        }
        return new FileEnumerator(context, new Inputs(roots, boundedness()), settings, restored);
    }

    @Override
    public SourceReader<String, FileSplit> createReader(ReaderContext context) {
        return new LinesReader(settings, context);
    }

    @Override
    public StateCodec<FileSplit> splitCodec() {
        return new FileSplitCodec();
    }

    @Override
    public StateCodec<FileDiscovery> enumeratorCodec() {
        return new FileDiscoveryCodec();
    }
}
