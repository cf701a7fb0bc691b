package dev.weir.engine.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.snapshot.storage.CheckpointStorage;
import dev.weir.snapshot.storage.CheckpointStorages;
import dev.weir.snapshot.storage.FileStorage;
import dev.weir.snapshot.storage.MemoryStorage;
import dev.weir.testing.S3Server;
import dev.weir.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** After each step of a random sequence of rounds the files in storage are those that something kept refers to. */
class FileAccountingTest {

    private static final int STEPS = 120;

    /** Each takes thousands of requests. */
    private static final int BUCKET_SEEDS = 4;

    @TempDir
    private Path folder = Path.of("");

    private RoundsOnStorage play(CheckpointStorage storage, long seed) throws IOException {
        RoundsOnStorage rounds = new RoundsOnStorage(storage, Files.createTempDirectory(folder, "local"), seed);
        for (int step = 0; step < STEPS; step++) {
            rounds.step();
            rounds.requireExact();
        }
        return rounds;
    }

    @Seeds(300)
    void memoryHoldsWhatIsReachable(long seed) throws IOException {
        play(new MemoryStorage(), seed);
    }

    @Seeds(40)
    void aFolderHoldsWhatIsReachable(long seed) throws IOException {
        play(new FileStorage(Files.createDirectories(folder.resolve("stored"))), 10_000 + seed);
    }

    @Test
    void aBucketHoldsWhatIsReachable() throws IOException {
        try (S3Server server = S3Server.start(Files.createDirectories(folder.resolve("server")))) {
            server.use();
            for (long seed = 0; seed < BUCKET_SEEDS; seed++) {
                String uri = "s3://" + S3Server.BUCKET + "/accounts-" + seed;
                try (CheckpointStorage storage = CheckpointStorages.open(uri)) {
                    play(storage, 20_000 + seed);
                }
            }
        }
    }

    @Test
    void filesAreIndeedSharedInTheseSequences() throws IOException {
        long sharing = 0;
        for (long seed = 0; seed < 20; seed++) {
            sharing += play(new MemoryStorage(), seed).sharing();
        }
        assertThat(sharing).isPositive();
    }
}
