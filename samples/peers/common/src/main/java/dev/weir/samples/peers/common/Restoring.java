package dev.weir.samples.peers.common;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The time from the start of a restore until the first record is at a sink that has restored state behind it. The job
 * before the measured one has emitted each key once, and its checkpoint is in the folder of the run. Thread-safe.
 */
public final class Restoring {

    private static final double NANOS_PER_MILLI = 1e6;
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final double BYTES_PER_MB = 1 << 20;

    private @Nullable Instant began;

    Restoring() {}

    /** The system has begun to restore; the first call counts. */
    public synchronized void began() {
        if (began == null) {
            began = Instant.now();
        }
    }

    /** Hands the figures to the meter. */
    synchronized void report(Meter meter, Path folder) throws IOException {
        Instant firstRecord = meter.firstRecord();
        if (began == null || firstRecord == null) {
            throw new IllegalStateException(
                    "a restore begins and gives records: began=" + began + ", first record=" + firstRecord);
        }
        double millis = Duration.between(began, firstRecord).toNanos() / NANOS_PER_MILLI;
        double megabytes = bytesBelow(folder) / BYTES_PER_MB;
        meter.figure("millis", millis);
        meter.figure("checkpointMb", megabytes);
        meter.figure("mbPerSecond", megabytes / millis * MILLIS_PER_SECOND);
    }

    /** Of all files; the measured job takes no checkpoint before its end. */
    private static long bytesBelow(Path folder) throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> all = files.filter(Files::isRegularFile).toList();
            for (Path file : all) {
                bytes += Files.size(file);
            }
        }
        return bytes;
    }
}
