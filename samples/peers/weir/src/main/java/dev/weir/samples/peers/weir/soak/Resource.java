package dev.weir.samples.peers.weir.soak;

import dev.weir.samples.peers.common.HeapUse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What a process may not take more and more of. */
enum Resource {
    /** What a collection leaves, without what the {@link Ledger} keeps of open transactions. */
    HEAP_MB("heapMb", 8),
    THREADS("threads", 4),
    /** Open file handles. */
    HANDLES("handles", 8),
    /** Files in the checkpoint folder. The job's log grows by a hundred slots before the older ones are removed. */
    FILES("files", 150);

    private static final double BYTES_PER_MB = 1 << 20;

    private final String label;
    private final double allowance;

    Resource(String label, double allowance) {
        this.label = label;
        this.allowance = allowance;
    }

    /** The resource in the names of figures, with the unit: letters. */
    String label() {
        return label;
    }

    /** By how much it may differ between two quarters of a run without growing. */
    double allowance() {
        return allowance;
    }

    /** How much the process has of it now. The heap is collected for that. */
    double now(Path checkpointFolder, Ledger ledger) {
        return switch (this) {
            case HEAP_MB -> (HeapUse.collected() - ledger.bufferedBytes()) / BYTES_PER_MB;
            case THREADS -> ManagementFactory.getThreadMXBean().getThreadCount();
            case HANDLES -> count(Path.of("/proc/self/fd"), 1);
            case FILES -> count(checkpointFolder, Integer.MAX_VALUE);
        };
    }

    /** Files come and go meanwhile; one that goes while the folder is being read makes it be read again. */
    private static long count(Path folder, int depth) {
        while (true) {
            try (Stream<Path> paths = Files.walk(folder, depth)) {
                return paths.count();
            } catch (UncheckedIOException | IOException goneMeanwhile) {
                Thread.onSpinWait();
            }
        }
    }
}
