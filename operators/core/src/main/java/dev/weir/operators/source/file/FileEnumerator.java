package dev.weir.operators.source.file;

import dev.weir.engine.source.EnumeratorContext;
import dev.weir.engine.source.Source.Boundedness;
import dev.weir.engine.source.SplitEnumerator;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds files and gives parts of them to readers that ask. Files are cut only when they are given out, so what is left of
 * a file is one entry however large it is.
 *
 * <p>Invariants: each byte of each file found is, at any time, either pending here or with exactly one reader, or it was
 * read; a path becomes known in the same step in which its file becomes pending, so a look for files that is under way
 * when a snapshot is taken is done again after a restore and has no other effect.
 */
final class FileEnumerator implements SplitEnumerator<FileSplit, FileDiscovery> {

    private static final Logger LOG = LoggerFactory.getLogger(FileEnumerator.class);

    /** Small files go out together, this many at most. */
    private static final int MAX_SPLITS_AT_ONCE = 64;

    /**
     * What a look for files gave.
     *
     * @param fresh the files not known before
     * @param known all that are known after it
     */
    private record Look(List<InputFile> fresh, SortedSet<String> known) {}

    private final EnumeratorContext<FileSplit> context;
    private final FileFinder finder;
    private final FileSettings settings;
    private final ArrayDeque<FileSplit> pending;
    private final Set<Integer> waiting = new LinkedHashSet<>();
    private long pendingBytes;
    private boolean listed;

    /** Whether a look for files has come to its end in this attempt. */
    private boolean looked;

    /** Replaced, never changed: the thread that looks for files reads it. */
    private volatile SortedSet<String> known;

    FileEnumerator(
            EnumeratorContext<FileSplit> context,
            FileFinder finder,
            FileSettings settings,
            @Nullable FileDiscovery restored) {
        this.context = context;
        this.finder = finder;
        this.settings = settings;
        this.listed = restored != null && restored.listed();
        this.pending = new ArrayDeque<>(restored == null ? List.of() : restored.pending());
        this.pendingBytes = pending.stream().mapToLong(FileSplit::lengthBytes).sum();
        this.known = restored == null ? Collections.emptySortedSet() : restored.known();
    }

    @Override
    public void start() {
        Duration interval = settings.discoveryInterval();
        if (interval != null) {
            context.callPeriodically(interval, this::look, this::onLooked);
        } else if (!listed) {
            context.callAsync(this::look, this::onLooked);
        }
    }

    @Override
    public void onReader(int subtaskIndex) {}

    @Override
    public void onSplitRequest(int subtaskIndex) {
        serve(subtaskIndex);
    }

    @Override
    public void onSplitsReturned(List<FileSplit> splits, int subtaskIndex) {
        for (FileSplit split : splits) {
            pending.addFirst(split);
            pendingBytes += split.lengthBytes();
        }
        serveWaiting();
    }

    @Override
    public FileDiscovery snapshot(long checkpointId) {
        return new FileDiscovery(settings.boundedness(), listed, List.copyOf(pending), known);
    }

    @Override
    public void close() {}

    /** Runs on another thread; changes nothing. */
    private Look look() throws IOException {
        SortedSet<String> before = known;
        FileFinder.Found found = finder.find(before);
        boolean remembers = settings.boundedness() == Boundedness.UNBOUNDED;
        return new Look(found.fresh(), remembers ? knownAfter(before, found) : before);
    }

    /**
     * A path is forgotten when its file is gone, so that there is no more to remember than there are files. A root that
     * shows no file at all is taken for one whose disk isn't there, and nothing of it is forgotten.
     */
    private static SortedSet<String> knownAfter(SortedSet<String> before, FileFinder.Found found) {
        SortedSet<String> present = new TreeSet<>();
        found.listings().forEach(listing -> present.addAll(listing.files()));
        SortedSet<String> after = new TreeSet<>();
        for (String path : before) {
            boolean isGone = !present.contains(path)
                    && found.listings().stream()
                            .anyMatch(listing -> !listing.files().isEmpty() && listing.covers(path));
            if (!isGone) {
                after.add(path);
            }
        }
        found.fresh().forEach(file -> after.add(file.path()));
        return after;
    }

    private void onLooked(@Nullable Look look, @Nullable Throwable failure) throws Exception {
        if (failure instanceof Exception exception) {
            throw exception;
        } else if (failure != null) {
            throw new IllegalStateException("the search for input files failed: " + failure, failure);
        }
        if (look != null) {
            add(look);
            if (!looked || !pending.isEmpty()) {
                looked = true;
                serveWaiting();
            }
        }
    }

    private void add(Look look) {
        long bytes = 0;
        for (InputFile file : look.fresh()) {
            if (!file.isEmpty()) {
                FileSplit whole = FileSplit.whole(file);
                pending.addLast(whole);
                bytes += whole.lengthBytes();
            }
        }
        pendingBytes += bytes;
        if (!look.fresh().isEmpty() || !listed) {
            LOG.info("found {} files of {} bytes together", look.fresh().size(), bytes);
        }
        listed = true;
        known = look.known();
    }

    private void serveWaiting() {
        List<Integer> readers = new ArrayList<>(waiting);
        waiting.clear();
        readers.forEach(this::serve);
    }

    private void serve(int reader) {
        if (!pending.isEmpty()) {
            context.assign(reader, nextShare());
        } else if (listed && settings.boundedness() == Boundedness.BOUNDED) {
            context.noMoreSplits(reader);
        } else {
            waiting.add(reader);
            tellThatNothingIsThere(reader);
        }
    }

    /** Event time waits for a reader until it is known whether there are files for it. */
    private void tellThatNothingIsThere(int reader) {
        if (looked) {
            context.assign(reader, List.of());
        }
    }

    /** One split, or several small ones that are together no more than a fair share of what is left. */
    private List<FileSplit> nextShare() {
        long shareBytes = Math.min(settings.splitBytes(), pendingBytes / (2L * context.parallelism()));
        List<FileSplit> share = new ArrayList<>();
        do {
            FileSplit next = pending.removeFirst();
            if (next.isLongerThan(settings.splitBytes())) {
                pending.addFirst(next.tail(settings.splitBytes()));
                next = next.head(settings.splitBytes());
            }
            share.add(next);
            pendingBytes -= next.lengthBytes();
            shareBytes -= next.lengthBytes();
        } while (share.size() < MAX_SPLITS_AT_ONCE
                && !pending.isEmpty()
                && pending.getFirst().lengthBytes() <= shareBytes);
        return share;
    }
}
