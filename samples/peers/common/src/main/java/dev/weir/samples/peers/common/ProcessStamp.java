package dev.weir.samples.peers.common;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/**
 * One reading of this process's clocks.
 *
 * @param wallNanos monotonic time
 * @param cpuNanos CPU time of all the process's threads since its start
 * @param gcMillis time spent in collections since its start
 */
record ProcessStamp(long wallNanos, long cpuNanos, long gcMillis) {

    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    static ProcessStamp now() {
        long gcMillis = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum();
        return new ProcessStamp(System.nanoTime(), PROCESS.getProcessCpuTime(), gcMillis);
    }
}
