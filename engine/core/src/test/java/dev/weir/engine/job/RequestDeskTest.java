package dev.weir.engine.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.checkpoint.RoundRequest;
import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.worker.JobFiles;
import dev.weir.snapshot.storage.MemoryStorage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Of two requests the first wins, however long the place of each takes to open. */
class RequestDeskTest {

    private final List<Runnable> opening = new ArrayList<>();
    private final List<JobCommand> told = new ArrayList<>();
    private final List<CompletableFuture<RequestAnswer>> answers = new ArrayList<>();
    private final JobFiles files = new JobFiles(new MemoryStorage(), "job", 0, RequestDeskTest.class.getClassLoader());
    private final RequestDesk desk = new RequestDesk(new JobSavepoints(files, RequestDeskTest::open), null);

    private static MemoryStorage open(String uri) throws IOException {
        if (uri.startsWith("broken")) {
            throw new IOException("no such place");
        }
        return new MemoryStorage();
    }

    @Test
    void theFirstOfTwoSavepointsIsAskedForFirstThoughItsPlaceOpensLast() {
        ask(SnapshotKind.STOP, "slow:");
        ask(SnapshotKind.SAVEPOINT, "quick:");

        open(1);
        assertThat(next()).as("the stop came first").isEmpty();

        open(0);
        assertThat(next()).containsExactly(SnapshotKind.STOP, SnapshotKind.SAVEPOINT);
    }

    @Test
    void aCheckpointKeepsItsPlaceBehindAStop() {
        ask(SnapshotKind.STOP, "slow:");
        ask(SnapshotKind.CHECKPOINT, null);
        assertThat(next()).isEmpty();

        open(0);

        assertThat(next()).containsExactly(SnapshotKind.STOP, SnapshotKind.CHECKPOINT);
    }

    @Test
    void aPlaceThatCantBeUsedHoldsNobodyUp() {
        ask(SnapshotKind.STOP, "broken:");
        ask(SnapshotKind.SAVEPOINT, null);
        ask(SnapshotKind.CHECKPOINT, null);

        open(0);

        assertThat(next()).containsExactly(SnapshotKind.CHECKPOINT);
        desk.deliver();
        assertThat(reasonOf(0)).contains("its place can't be used", "no such place");
        assertThat(reasonOf(1)).contains("set weir.savepoint.dir");
    }

    @Test
    void whatWaitsForItsPlaceAtTheEndOfTheJobIsAnswered() {
        ask(SnapshotKind.STOP, "slow:");
        ask(SnapshotKind.CHECKPOINT, null);

        desk.failAll("the job has ended");
        desk.deliver();

        assertThat(reasonOf(0)).contains("the job has ended");
        assertThat(reasonOf(1)).contains("the job has ended");
        open(0);
        assertThat(next()).isEmpty();
    }

    private void ask(SnapshotKind kind, @Nullable String place) {
        CompletableFuture<RequestAnswer> answer = new CompletableFuture<>();
        answers.add(answer);
        desk.take(new JobCommand.Request(kind, place, answer), opening::add, told::add);
    }

    private void open(int index) {
        int before = told.size();
        opening.get(index).run();
        desk.take((JobCommand.PlaceOpened) told.get(before));
    }

    private List<SnapshotKind> next() {
        List<SnapshotKind> kinds = new ArrayList<>();
        for (Optional<RoundRequest> next = desk.next(); next.isPresent(); next = desk.next()) {
            kinds.add(next.get().kind());
        }
        return kinds;
    }

    private String reasonOf(int index) {
        CompletableFuture<RequestAnswer> answer = answers.get(index);
        assertThat(answer).isCompletedExceptionally();
        return String.valueOf(answer.handle((done, failure) -> failure).join());
    }
}
