package dev.weir.operators.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A log outside of jobs: partitions that grow, and more and more of them. Any thread. */
public final class PartitionedLog {

    private final Map<String, List<Long>> partitions = new TreeMap<>();
    private boolean ended;

    public synchronized PartitionedLog append(String partition, long... numbers) {
        List<Long> content = partitions.computeIfAbsent(partition, any -> new ArrayList<>());
        for (long number : numbers) {
            content.add(number);
        }
        return this;
    }

    /** Nothing comes any more. */
    public synchronized PartitionedLog end() {
        ended = true;
        return this;
    }

    public synchronized List<String> partitions() {
        return List.copyOf(partitions.keySet());
    }

    public synchronized int size(String partition) {
        return partitions.getOrDefault(partition, List.of()).size();
    }

    synchronized long at(String partition, int index) {
        return partitions.getOrDefault(partition, List.of()).get(index);
    }

    synchronized boolean isEnded() {
        return ended;
    }
}
