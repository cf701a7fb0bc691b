package dev.weir.engine.job;

import dev.weir.engine.checkpoint.RoundRecord;
import dev.weir.engine.checkpoint.RoundRequest;
import dev.weir.engine.operator.SnapshotKind;
import dev.weir.snapshot.storage.CheckpointStorage;
import dev.weir.snapshot.storage.SavepointFolder;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The requests that people wait for, and where their savepoints go. One owner.
 *
 * <p>Invariants: each is answered once, and only when the job's report tells of what it is answered with; of the savepoints
 * at most one has been accepted; requests go to the rounds in the order in which they came, also where the place of one takes
 * longer to open than that of the next.
 */
final class RequestDesk {

    /** @param place where a savepoint goes; empty for a checkpoint */
    private record Open(RoundRequest request, Optional<Place> place, CompletableFuture<RequestAnswer> answer) {}

    /** A storage and the URI it is known by. */
    record Place(String uri, CheckpointStorage storage) {}

    private final JobSavepoints savepoints;
    private final @Nullable String defaultPlace;
    private final Deque<JobCommand.Request> arrived = new ArrayDeque<>();
    private final Map<JobCommand.Request, JobCommand.PlaceOpened> placed = new HashMap<>();
    private final Map<Long, Open> open = new TreeMap<>();
    private final List<Runnable> due = new ArrayList<>();
    private long lastNumber;

    /** @param defaultPlace where a savepoint goes whose request names no place; null for none */
    RequestDesk(JobSavepoints savepoints, @Nullable String defaultPlace) {
        this.savepoints = savepoints;
        this.defaultPlace = defaultPlace;
    }

    /** Takes a request in; for a savepoint the storage that it goes to is opened, and {@code self} is told. */
    void take(JobCommand.Request asked, Executor blocking, Consumer<JobCommand> self) {
        arrived.addLast(asked);
        String place = asked.place() == null ? defaultPlace : asked.place();
        if (asked.kind() == SnapshotKind.CHECKPOINT) {
            placed.put(asked, new JobCommand.PlaceOpened(asked, null, null));
        } else if (place == null) {
            arrived.removeLast();
            fail(
                    asked.kind(),
                    "a savepoint has a place: none was named; name one or set weir.savepoint.dir",
                    asked.answer());
        } else {
            blocking.execute(() -> self.accept(opened(asked, place)));
        }
    }

    private JobCommand.PlaceOpened opened(JobCommand.Request asked, String place) {
        try {
            return new JobCommand.PlaceOpened(asked, open(place), null);
        } catch (RuntimeException unusable) {
            return new JobCommand.PlaceOpened(asked, null, StorageLane.unwrap(unusable));
        }
    }

    private Place open(String place) {
        try {
            return new Place(place, savepoints.open(place));
        } catch (IOException unusable) {
            throw new CompletionException(unusable);
        }
    }

    /** The storage of a savepoint was opened, or could not be. */
    void take(JobCommand.PlaceOpened opened) {
        placed.put(opened.request(), opened);
    }

    /** What is to be asked of the rounds next; to be asked for again until it is empty, after each that was taken in. */
    Optional<RoundRequest> next() {
        while (!arrived.isEmpty() && placed.containsKey(arrived.getFirst())) {
            JobCommand.Request asked = arrived.removeFirst();
            JobCommand.PlaceOpened at = Objects.requireNonNull(placed.remove(asked));
            if (at.failure() == null) {
                return Optional.of(add(asked.kind(), Optional.ofNullable(at.place()), asked.answer()));
            }
            fail(asked.kind(), "its place can't be used: " + at.failure(), asked.answer());
        }
        return Optional.empty();
    }

    private RoundRequest add(SnapshotKind kind, Optional<Place> place, CompletableFuture<RequestAnswer> answer) {
        RoundRequest request = new RoundRequest(++lastNumber, kind);
        open.put(request.number(), new Open(request, place, answer));
        return request;
    }

    /** The round of the savepoint that was accepted is about to be triggered. */
    void begin(String jobId, long checkpointId) {
        for (Open asked : open.values()) {
            asked.place().ifPresent(place -> savepoints.begin(jobId, checkpointId, place.uri(), place.storage()));
        }
    }

    void done(RoundRequest request, RoundRecord round) {
        Open asked = open.remove(request.number());
        if (asked != null) {
            Optional<SavepointFolder> folder = savepoints.folder(round.checkpointId());
            savepoints.forget(round.checkpointId());
            due.add(() -> asked.answer().complete(new RequestAnswer(round, folder)));
        }
    }

    void failed(RoundRequest request, String reason) {
        Open asked = open.remove(request.number());
        if (asked != null) {
            fail(asked.request().kind(), reason, asked.answer());
        }
    }

    private void fail(SnapshotKind kind, String reason, CompletableFuture<RequestAnswer> answer) {
        String what = switch (kind) {
            case CHECKPOINT -> "no checkpoint could be taken: ";
            case SAVEPOINT -> "no savepoint could be taken: ";
            case STOP, DRAIN -> "the job was not stopped with a savepoint: ";
        };
        due.add(() -> answer.completeExceptionally(new RequestFailedException(what + reason)));
    }

    /** Gives the answers that are due. */
    void deliver() {
        due.forEach(Runnable::run);
        due.clear();
    }

    void failAll(String reason) {
        List.copyOf(open.values()).forEach(asked -> failed(asked.request(), reason));
        arrived.forEach(asked -> fail(asked.kind(), reason, asked.answer()));
        arrived.clear();
        placed.clear();
    }
}
