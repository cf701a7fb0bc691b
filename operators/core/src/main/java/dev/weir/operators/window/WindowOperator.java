package dev.weir.operators.window;

import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.OperatorContext.Counter;
import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.SingleInputOperator;
import dev.weir.engine.operator.TimerHandler;
import dev.weir.engine.operator.Timestamps;
import dev.weir.operators.process.ResultCollector.Ownership;
import dev.weir.snapshot.backend.TimerQueue;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Tumbling event-time windows, per key. State and timers are under the window's start as namespace.
 *
 * <p>Invariants: a window that holds something has exactly one timer that will reach it: at its last ms until it has
 * fired, then, where lateness is allowed, at its clean-up time. It fires when the watermark reaches its last ms, and again
 * at once for each late but allowed record. A record is late when the watermark has reached its window's clean-up time;
 * what a window holds is gone by then. Bounds of the window met last are kept, so most records cost two comparisons.
 * Where senders aggregate before ({@link PreAggregation}), a {@link Partial} may come in place of the records it was made
 * of, and is treated as they would be.
 */
public final class WindowOperator<IN, R, OUT> extends SingleInputOperator<IN, OUT> implements TimerHandler {

    /** The metric that counts dropped records. */
    public static final String LATE_RECORDS_DROPPED = "numLateRecordsDropped";

    private final TumblingEventTimeWindows windows;
    private final Lateness<IN> lateness;
    private final WindowContents<IN, R> contents;
    private final WindowEmitter<R, OUT> emitter;

    private @Nullable OperatorContext context;
    private @Nullable TimerQueue timers;
    private @Nullable Output<IN> lateOutput;
    private Counter lateRecordsDropped = new Counter();
    private boolean watermarkMayHaveFallen;

    // the window met last; none at first
    private long windowStart = 1;
    private long windowMaxTimestamp;
    private long cleanupTime;

    WindowOperator(
            TumblingEventTimeWindows windows,
            Lateness<IN> lateness,
            WindowContents<IN, R> contents,
            WindowEmitter<R, OUT> emitter) {
        this.windows = windows;
        this.lateness = lateness;
        this.contents = contents;
        this.emitter = emitter;
    }

    @Override
    public void open(OperatorContext operatorContext, Output<OUT> output) throws Exception {
        context = operatorContext;
        timers = operatorContext.timers().eventTime();
        lateRecordsDropped = operatorContext.counter(LATE_RECORDS_DROPPED);
        if (lateness.lateOutput() != null) {
            lateOutput = operatorContext.sideOutput(lateness.lateOutput());
        }
        boolean outlivesFiring = lateness.allowedMillis() > 0;
        watermarkMayHaveFallen = outlivesFiring && operatorContext.isRestored();
        contents.open(operatorContext.keyedState(), windows.stateName());
        emitter.open(operatorContext, output, outlivesFiring ? Ownership.SHARED_WITH_STATE : Ownership.OWN);
    }

    @Override
    public void process(IN record, long timestamp) throws Exception {
        if (timestamp < windowStart || timestamp > windowMaxTimestamp) {
            enterWindowOf(record, timestamp);
        }
        long watermark = Objects.requireNonNull(context).currentWatermark();
        if (cleanupTime <= watermark) {
            handleLate(record, timestamp);
            return;
        }
        boolean mayBeNew = (Object) record instanceof Partial partial
                ? contents.merge(windowStart, partial)
                : contents.add(windowStart, record);
        if (mayBeNew || watermarkMayHaveFallen) {
            setTimer(watermark);
        }
        if (windowMaxTimestamp <= watermark) {
            fire(windowStart);
        }
    }

    private void enterWindowOf(IN record, long timestamp) {
        if (timestamp == Timestamps.NONE) {
            throw new IllegalStateException(
                    "an event-time window needs records with timestamps, but timestamps were not assigned: operator '"
                            + Objects.requireNonNull(context).operatorName() + "', record=" + record
                            + "; call assignTimestampsAndWatermarks(..) on the stream before keyBy, or use a source that"
                            + " assigns timestamps");
        }
        windowStart = windows.startOf(timestamp);
        windowMaxTimestamp = windowStart + windows.sizeMillis() - 1;
        cleanupTime = lateness.cleanupTime(windowMaxTimestamp);
    }

    private void handleLate(IN record, long timestamp) {
        if ((Object) record instanceof Partial partial) {
            lateRecordsDropped.add(partial.records());
        } else if (lateOutput != null) {
            lateOutput.emit(record, timestamp);
        } else {
            lateRecordsDropped.add(1);
        }
    }

    /**
     * Sets the one timer that the current window needs; setting it again changes nothing. After a restore at another
     * parallelism the watermark may be lower than when the window fired: then both its timers may stand, which is
     * harmless.
     */
    private void setTimer(long watermark) {
        long time = windowMaxTimestamp <= watermark ? cleanupTime : windowMaxTimestamp;
        Objects.requireNonNull(timers).register(windowStart, time);
    }

    @Override
    public void onEventTimer(long start, long timestamp) throws Exception {
        long maxTimestamp = start + windows.sizeMillis() - 1;
        boolean completesWindow = timestamp == maxTimestamp;
        if (completesWindow) {
            fire(start);
        }
        long cleanup = lateness.cleanupTime(maxTimestamp);
        if (timestamp < cleanup) {
            Objects.requireNonNull(timers).register(start, cleanup);
        } else {
            contents.clear(start);
        }
    }

    private void fire(long start) throws Exception {
        emitter.emit(start, start + windows.sizeMillis(), contents.result(start));
    }

    /** Windows follow event time only. */
    @Override
    public void onProcessingTimer(long namespace, long timestamp) {
        throw new IllegalStateException("event-time windows set no processing-time timers: namespace=" + namespace
                + ", timestamp=" + timestamp + "; was the state written by another operator under this name?");
    }

    @Override
    public boolean finish() throws Exception {
        emitter.finish();
        return true;
    }

    @Override
    public boolean hasFinishHook() {
        return emitter.hasFinishHook();
    }

    @Override
    public void close() throws Exception {
        emitter.close();
    }
}
