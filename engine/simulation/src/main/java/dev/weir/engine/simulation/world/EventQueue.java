package dev.weir.engine.simulation.world;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * What is going to happen, in virtual time. Invariants: time never goes back; of two events at one time the one that was
 * asked for first happens first; on one link from one actor to another nothing overtakes.
 */
final class EventQueue {

    /** Lines in a report; more of them by a system property, to look at one seed. */
    private static final int REMEMBERED = Integer.getInteger("weir.simulation.trace", 60);

    /** A step of one machine; {@code owner} is null for the world's own. */
    static final class Event implements Comparable<Event> {
        private final long seq;
        private final @Nullable Machine owner;
        private final Object what;
        private final Runnable action;
        private long atNanos;
        private boolean canceled;
        private boolean done;

        Event(long seq, @Nullable Machine owner, Object what, Runnable action) {
            this.seq = seq;
            this.owner = owner;
            this.what = what;
            this.action = action;
        }

        @Nullable
        Machine owner() {
            return owner;
        }

        /** Whether it has happened, or never will. */
        boolean isDone() {
            return done || canceled;
        }

        void cancel() {
            canceled = true;
        }

        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(atNanos, other.atNanos);
            return byTime != 0 ? byTime : Long.compare(seq, other.seq);
        }

        @Override
        public String toString() {
            String machine = owner == null ? "" : owner + " ";
            return String.format("%12.6f ms  %s%s", atNanos / 1e6, machine, what);
        }
    }

    private record Link(Object from, Object to) {}

    private final PriorityQueue<Event> queue = new PriorityQueue<>();
    private final Map<Link, Long> lastArrivals = new HashMap<>();
    private final Deque<Object> done = new ArrayDeque<>();
    private long nowNanos;
    private long lastSeq;

    long nowNanos() {
        return nowNanos;
    }

    /**
     * Lets something happen after a delay.
     *
     * @param what for reports; turned into a string only there
     */
    Event after(long delayNanos, @Nullable Machine owner, Object what, Runnable action) {
        Event event = new Event(++lastSeq, owner, what, action);
        event.atNanos = nowNanos + delayNanos;
        queue.add(event);
        return event;
    }

    /** Lets something arrive over a link, behind all that was sent over it before. */
    Event send(Envelope envelope, long delayNanos, Runnable action) {
        Link link = new Link(envelope.from(), envelope.to());
        long arrival = Math.max(nowNanos + delayNanos, lastArrivals.getOrDefault(link, 0L));
        lastArrivals.put(link, arrival);
        return after(arrival - nowNanos, envelope.machine(), envelope, action);
    }

    /** A message between two actors. */
    record Envelope(Machine machine, Object from, Object to, Object message) {
        @Override
        public String toString() {
            return from + " → " + to + ": " + message;
        }
    }

    /** Takes the next event and moves the time; null when nothing is going to happen any more. */
    @Nullable
    Event next() {
        Event event = queue.poll();
        while (event != null && event.canceled) {
            event = queue.poll();
        }
        if (event != null) {
            nowNanos = Math.max(nowNanos, event.atNanos);
        }
        return event;
    }

    /** Puts an event off. */
    void postpone(Event event, long untilNanos) {
        event.atNanos = untilNanos;
        queue.add(event);
    }

    /** Does what is to happen, and remembers it for reports. */
    void perform(Event event) {
        remember(event);
        event.done = true;
        event.action.run();
    }

    /** Remembers something for reports that is no event. */
    void remember(Object what) {
        if (done.size() == REMEMBERED) {
            done.removeFirst();
        }
        done.addLast(what);
    }

    /** The last events, one a line. */
    String lastEvents() {
        StringBuilder lines = new StringBuilder();
        done.forEach(each -> lines.append("  ").append(each).append('\n'));
        return lines.toString();
    }
}
