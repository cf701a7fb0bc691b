package dev.weir.snapshot.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.snapshot.format.Manifest;
import dev.weir.testing.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Three coordinators of one job, interleaved at every storage operation: a turn may begin inside of another's operation,
 * so the outer one is paused there, as a process is. The line to the storage fails and loses answers.
 */
class JobStoreInterleavingTest {

    private static final int COORDINATORS = 3;
    private static final int DEEPEST_PAUSE = 3;
    private static final int RETAINED = 2;

    private final CheckpointStorage truth = new MemoryStorage();
    private final List<Coordinator> coordinators = new ArrayList<>();
    private final List<Long> reserved = new ArrayList<>();
    private final List<Long> published = new ArrayList<>();
    private final Set<Long> superseded = new HashSet<>();
    private int turns;

    private final class Coordinator {
        private final Random random;
        private final CheckpointStorage line;
        private JobStore store;
        private boolean claimed;
        private boolean busy;
        private long nextId;
        private long idsEnd;
        private long epoch;
        private final List<Long> kept = new ArrayList<>();

        Coordinator(Random random, int faultsPerThousand) {
            this.random = random;
            this.line = new FaultyStorage(truth, random, faultsPerThousand, () -> othersMayRun(random));
            this.store = JobStore.open(line, "job");
        }

        void turn() {
            busy = true;
            try {
                act();
            } catch (IOException e) {
                if (e instanceof SteppedDownException || !claimed || random.nextInt(4) == 0) {
                    startAnew();
                }
            } finally {
                busy = false;
            }
        }

        private void startAnew() {
            store = JobStore.open(line, "job");
            claimed = false;
        }

        private void act() throws IOException {
            if (!claimed) {
                Claim claim = store.claim();
                assertThat(claim.epoch()).isGreaterThan(0);
                claimed = true;
                epoch = claim.epoch();
                nextId = 0;
                idsEnd = 0;
                kept.clear();
                claim.retained().forEach(ref -> kept.add(ref.checkpointId()));
                store.recordLineage("L", null);
                return;
            }
            switch (random.nextInt(6)) {
                case 0 -> store.recordJobState("RUNNING");
                case 1 -> store.sweep();
                case 2 -> startAnew();
                default -> publish();
            }
        }

        private void publish() throws IOException {
            if (nextId == idsEnd) {
                int count = 1 + random.nextInt(3);
                nextId = store.reserveIds(count);
                idsEnd = nextId + count;
                for (long id = nextId; id < idsEnd; id++) {
                    reserved.add(id);
                }
            }
            long id = nextId++;
            if (random.nextInt(4) == 0) {
                line.putIfAbsent("job/chk-" + id + "/part", new byte[] {1});
                store.deleteUnpublished(id);
                return;
            }
            PublishOutcome outcome = store.publish(manifest(id, epoch), RETAINED);
            if (outcome == PublishOutcome.PUBLISHED) {
                published.add(id);
                kept.add(id);
                if (kept.size() > RETAINED) {
                    store.deleteUnpublished(kept.remove(0));
                }
            } else {
                if (outcome == PublishOutcome.SUPERSEDED) {
                    superseded.add(id);
                }
                startAnew();
            }
        }
    }

    private static Manifest manifest(long id, long epoch) {
        return new Manifest(
                1,
                "job",
                "L",
                null,
                id,
                epoch,
                1,
                Manifest.Kind.CHECKPOINT,
                0,
                "n" + id,
                Map.of(),
                Map.of(),
                List.of());
    }

    private void othersMayRun(Random random) {
        long paused = coordinators.stream().filter(c -> c.busy).count();
        if (paused >= DEEPEST_PAUSE || random.nextInt(4) != 0) {
            return;
        }
        int rounds = 1 + random.nextInt(3);
        for (int i = 0; i < rounds; i++) {
            Coordinator other = coordinators.get(random.nextInt(COORDINATORS));
            if (!other.busy) {
                other.turn();
                turns++;
            }
        }
    }

    @Seeds(150)
    void onlyTheNewestClaimPublishesAndNothingPublishedIsLost(long seed) throws IOException {
        Random random = new Random(seed);
        int faultsPerThousand = (int) (seed % 4) * 30;
        for (int i = 0; i < COORDINATORS; i++) {
            coordinators.add(new Coordinator(random, faultsPerThousand));
        }
        while (turns < 150) {
            Coordinator next = coordinators.get(random.nextInt(COORDINATORS));
            next.turn();
            turns++;
            if (turns % 10 == 0) {
                requirePublishedIntact();
            }
        }
        requirePublishedIntact();
        assertThat(new HashSet<>(reserved)).as("no id is given twice").hasSameSizeAs(reserved);
    }

    /** Reads the log as a fresh coordinator would, over a good line: every slot must follow its predecessors. */
    private void requirePublishedIntact() throws IOException {
        JobLog log = new JobLog(truth, "job");
        log.read();
        LogState state = log.state();
        JobStore reader = JobStore.open(truth, "job");
        for (CheckpointRef ref : state.retained()) {
            assertThat(superseded).as("what was told superseded never counts").doesNotContain(ref.checkpointId());
            try {
                assertThat(reader.read(ref).checkpointId()).isEqualTo(ref.checkpointId());
            } catch (IOException e) {
                throw new UncheckedIOException("a published checkpoint is gone: " + ref, e);
            }
        }
        long newest = published.stream().mapToLong(id -> id).max().orElse(0);
        assertThat(state.lastPublishedId()).as("what was told published counts").isGreaterThanOrEqualTo(newest);
    }
}
