package dev.weir.engine.worker;

import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.subtask.SubtaskMeter;
import dev.weir.engine.subtask.SubtaskStatistics;
import java.util.List;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** The meters of a job's subtasks; those of a new attempt take the places of those before. Thread-safe. */
public final class JobMeters {

    private final ConcurrentNavigableMap<SubtaskId, SubtaskMeter> meters = new ConcurrentSkipListMap<>();

    /** A subtask has been made. One of an attempt that was left behind changes nothing. */
    void add(SubtaskMeter meter) {
        meters.merge(meter.subtask(), meter, (known, added) -> added.attempt() < known.attempt() ? known : added);
    }

    /**
     * All subtasks made so far, by id.
     *
     * @param nowNanos monotonic time by the subtasks' clock
     */
    public List<SubtaskStatistics> read(long nowNanos) {
        return meters.values().stream().map(meter -> meter.read(nowNanos)).toList();
    }
}
