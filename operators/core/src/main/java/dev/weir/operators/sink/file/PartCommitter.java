package dev.weir.operators.sink.file;

import dev.weir.operators.sink.Leftovers;
import dev.weir.operators.sink.Prepared;
import dev.weir.operators.sink.SinkContext;
import dev.weir.operators.sink.TransactionCommitter;
import dev.weir.operators.sink.TransactionId;
import dev.weir.operators.sink.TransactionLostException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Gives prepared parts their committed names, and removes what crashed attempts left. Of each transaction every part is
 * tried, whatever happens to another. A hidden file goes only after the committed name is durable.
 */
final class PartCommitter implements TransactionCommitter<PreparedParts> {

    private final Path configured;
    private final PartPlacer placer;
    private final Set<String> done = new HashSet<>();

    PartCommitter(FileSinkSettings<?> settings, SinkContext context) {
        this.configured = settings.folder().toAbsolutePath().normalize();
        PartNames names = new PartNames(context.lineage(), context.sinkUid());
        this.placer = new PartPlacer(names, PartWriter.ownerOf(context), settings.doubts());
    }

    @Override
    public void commit(Prepared<PreparedParts> prepared) throws IOException, TransactionLostException {
        List<String> refusals = new ArrayList<>();
        List<PartPlacer.Placed> placed = new ArrayList<>();
        IOException failure = null;
        for (PreparedPart part : prepared.token().parts()) {
            if (done.contains(part.hiddenName())) {
                continue;
            }
            try {
                placed.add(placer.place(folderOf(prepared.token(), part), part));
            } catch (PartPlacer.RefusedException e) {
                refusals.add(e.getMessage());
            } catch (IOException e) {
                failure = first(failure, e);
            }
        }
        makeDurable(placed);
        if (!refusals.isEmpty()) {
            throw new TransactionLostException(prepared, String.join("; ", refusals));
        }
        if (failure != null) {
            throw failure;
        }
        prepared.token().parts().forEach(part -> done.remove(part.hiddenName()));
    }

    private static IOException first(@Nullable IOException earlier, IOException e) {
        if (earlier == null) {
            return e;
        }
        earlier.addSuppressed(e);
        return earlier;
    }

    private void makeDurable(List<PartPlacer.Placed> placed) throws IOException {
        Set<Path> folders = new LinkedHashSet<>();
        placed.forEach(part -> folders.add(part.bucket()));
        for (Path folder : folders) {
            SinkFolder.force(folder);
        }
        for (PartPlacer.Placed part : placed) {
            part.removeHidden();
            done.add(part.hiddenName());
        }
    }

    /** Where the part was written; or where the sink's folder is now, if that is another and the part is there. */
    private SinkFolder folderOf(PreparedParts token, PreparedPart part) throws IOException {
        SinkFolder written = new SinkFolder(Path.of(token.folder()));
        SinkFolder now = new SinkFolder(Files.exists(configured) ? configured.toRealPath() : configured);
        return !placer.knows(written, part) && placer.knows(now, part) ? now : written;
    }

    @Override
    public void abortLeftovers(Leftovers leftovers) throws IOException {
        SinkFolder folder = new SinkFolder(configured);
        PartNames swept = new PartNames(leftovers.lineage(), leftovers.sinkUid());
        for (String name : folder.hiddenNames()) {
            if (swept.ownerOf(name)
                    .filter(owner -> isLeftover(leftovers, owner))
                    .isPresent()) {
                folder.removeHidden(name);
            }
        }
        folder.removeStagingIfEmpty();
    }

    /** Parts of an attempt of which a transaction still waits are all left alone. */
    private static boolean isLeftover(Leftovers leftovers, PartNames.Owner owner) {
        boolean isWaitedFor = leftovers.waiting().stream()
                .anyMatch(id -> id.subtask() == owner.subtask() && id.attempt() == owner.attempt());
        TransactionId any = new TransactionId(
                leftovers.lineage(), leftovers.sinkUid(), owner.subtask(), owner.attempt(), Long.MAX_VALUE);
        return !isWaitedFor && leftovers.include(any);
    }

    @Override
    public void close() throws IOException {
        new SinkFolder(configured).removeStagingIfEmpty();
    }
}
