package dev.weir.engine.subtask;

import dev.weir.engine.element.Element;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.protocol.SubtaskReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** Keeps what a subtask asks for. */
final class RecordingOutbox implements Outbox {

    record Sent(SubtaskId receiver, int channel, Element element) {}

    record Granted(SubtaskId sender, int edge, long upTo) {}

    final List<Sent> sent = new ArrayList<>();
    final List<Granted> granted = new ArrayList<>();
    final List<PendingSnapshot> snapshots = new ArrayList<>();
    final List<SubtaskReport> reports = new ArrayList<>();
    final List<Callable<?>> async = new ArrayList<>();
    final List<String> slowSlices = new ArrayList<>();
    boolean sliceWanted;
    /** The last wish to be woken. */
    long wakeAtNanos;

    @Override
    public void send(SubtaskId receiver, int channelAtReceiver, Element element) {
        sent.add(new Sent(receiver, channelAtReceiver, element));
    }

    @Override
    public void grant(SubtaskId sender, int edge, long upTo) {
        granted.add(new Granted(sender, edge, upTo));
    }

    @Override
    public void requestSlice() {
        sliceWanted = true;
    }

    @Override
    public void wakeAt(long nanoTime) {
        wakeAtNanos = nanoTime; // the test calls run itself
    }

    @Override
    public void writeSnapshot(PendingSnapshot snapshot) {
        snapshots.add(snapshot);
    }

    @Override
    public void runAsync(long token, Duration delay, Callable<?> work) {
        async.add(work);
    }

    @Override
    public void report(SubtaskReport report) {
        reports.add(report);
    }

    @Override
    public void warnOfSlowSlice(String operators, long nanos) {
        slowSlices.add(operators);
    }

    @Override
    public void wakeSource() {
        sliceWanted = true;
    }

    <R extends SubtaskReport> List<R> reports(Class<R> kind) {
        return reports.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    <E extends Element> List<E> elements(Class<E> kind) {
        return sent.stream()
                .map(Sent::element)
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }
}
