package dev.weir.engine.subtask;

import dev.weir.engine.element.Element;
import dev.weir.engine.operator.Operator;
import dev.weir.engine.operator.OperatorTimers;
import dev.weir.engine.operator.TimerHandler;
import dev.weir.engine.operator.Timestamps;
import dev.weir.engine.operator.WatermarkEmitter;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Moves event time through the links of a chain, one step at a time: a timer, or one operator's watermark. Results leave
 * before the watermark that caused them, because a link's children get it only when its timers have fired.
 *
 * <p>Invariant: what a link passes on never goes down, and an unfinished advance stays pending until it is finished.
 */
final class EventTime {

    private final List<Link> links;
    private boolean headIdle;

    EventTime(List<Link> links) {
        this.links = links;
    }

    /** The input's watermark rose, or the input went idle or active. Takes effect by steps. */
    void onInput(long watermark, InputStatus status) {
        Link head = links.get(0);
        if (watermark != Timestamps.NONE && watermark > head.watermark) {
            head.pendingWatermark = Math.max(head.pendingWatermark, watermark);
        }
        headIdle = status == InputStatus.IDLE;
    }

    /** What the input is. */
    enum InputStatus {
        ACTIVE,
        IDLE
    }

    boolean isPending() {
        Link head = links.get(0);
        for (Link link : links) {
            if (link.pendingWatermark != Timestamps.NONE) {
                return true;
            }
        }
        return head.emitter() == null && head.idle != headIdle;
    }

    /** One step of what is pending; only when {@link #isPending}. */
    void step() {
        for (Link link : links) {
            if (link.pendingWatermark != Timestamps.NONE) {
                step(link);
                return;
            }
        }
        mark(links.get(0), headIdle);
    }

    private void step(Link link) {
        OperatorTimers timers = link.timers;
        if (timers != null && timers.eventTime().pollDue(link.pendingWatermark)) {
            fire(link, timers);
            return;
        }
        long reached = link.pendingWatermark;
        link.watermark = reached;
        link.pendingWatermark = Timestamps.NONE;
        pass(link, passedOn(link, reached));
    }

    private static void fire(Link link, OperatorTimers timers) {
        TimerHandler handler = Objects.requireNonNull(link.timerHandler());
        try {
            handler.onEventTimer(
                    timers.eventTime().polledNamespace(), timers.eventTime().polledTimestamp());
        } catch (Throwable thrown) {
            throw link.failed("an event-time timer", thrown);
        }
    }

    private static long passedOn(Link link, long watermark) {
        Operator<?> operator = link.operator();
        if (operator == null) {
            return watermark;
        }
        try {
            return operator.onWatermark(watermark);
        } catch (Throwable thrown) {
            throw link.failed("onWatermark", thrown);
        }
    }

    /** A link passes a watermark to those that read it. */
    void pass(Link link, long watermark) {
        if (watermark == Timestamps.NONE || watermark <= link.emittedWatermark) {
            return;
        }
        link.emittedWatermark = watermark;
        for (Link child : link.children()) {
            child.pendingWatermark = watermark;
        }
        for (EdgeOutput edge : link.edges()) {
            edge.sendControl(new Element.Watermark(watermark));
        }
    }

    /**
     * Asks the operators that make watermarks. One that falls idle is marked so only when the watermarks before that have
     * gone through the chain, at this or a later time of asking: a watermark behind the mark would end the idleness.
     */
    void askEmitters(long nowNanos, Intake intake) {
        for (Link link : links) {
            WatermarkEmitter emitter = link.emitter();
            if (emitter == null || link.finished) {
                continue;
            }
            if (intake == Intake.HELD_UP) {
                emitter.onHeldUp(nowNanos);
            }
            boolean idle = emitter.isIdle(nowNanos);
            if (!idle) {
                mark(link, false);
            }
            pass(link, emitter.currentWatermark(nowNanos));
            if (idle && !isPending()) {
                mark(link, true);
            }
        }
    }

    /** Whether the subtask could take records when its operators are asked. */
    enum Intake {
        OPEN,
        HELD_UP
    }

    boolean hasEmitters() {
        for (Link link : links) {
            if (link.emitter() != null && !link.finished) {
                return true;
            }
        }
        return false;
    }

    private static void mark(Link link, boolean idle) {
        if (link.idle == idle) {
            return;
        }
        link.idle = idle;
        if (idle) {
            announceIdle(link);
        }
        for (Link child : link.children()) {
            if (child.emitter() == null) {
                mark(child, idle);
            }
        }
        for (EdgeOutput edge : link.edges()) {
            edge.sendControl(idle ? Element.Idle.MARK : Element.Active.MARK);
        }
    }

    private static void announceIdle(Link link) {
        Operator<?> operator = link.operator();
        if (operator == null) {
            return;
        }
        try {
            operator.beforeIdle();
        } catch (Throwable thrown) {
            throw link.failed("beforeIdle", thrown);
        }
    }

    /**
     * After a restore, behind what was under way and before anything new: those that read a link are told how far event
     * time had come, and whether they need not wait for it.
     */
    void announceRestored() {
        for (Link link : links) {
            announceRestored(link);
        }
    }

    private static void announceRestored(Link link) {
        long reached = link.emittedWatermark;
        if (reached != Timestamps.NONE && reached != Timestamps.MAX) {
            for (Link child : link.children()) {
                if (reached > child.watermark) {
                    child.pendingWatermark = Math.max(child.pendingWatermark, reached);
                }
            }
            for (EdgeOutput edge : link.edges()) {
                edge.sendControl(new Element.Watermark(reached));
            }
        }
        if (link.idle) {
            for (EdgeOutput edge : link.edges()) {
                edge.sendControl(Element.Idle.MARK);
            }
        }
    }

    /** Fires one processing-time timer that is due, if there is one. */
    boolean fireProcessingTimer(long nowMillis) {
        Link head = links.get(0);
        OperatorTimers timers = head.timers;
        if (timers == null || !timers.processingTime().pollDue(nowMillis)) {
            return false;
        }
        TimerHandler handler = Objects.requireNonNull(head.timerHandler());
        try {
            handler.onProcessingTimer(
                    timers.processingTime().polledNamespace(),
                    timers.processingTime().polledTimestamp());
        } catch (Throwable thrown) {
            throw head.failed("a processing-time timer", thrown);
        }
        return true;
    }

    /** When the next processing-time timer is due, in ms since the epoch; MAX_VALUE for never. */
    long nextProcessingTimer() {
        OperatorTimers timers = links.get(0).timers;
        return timers == null ? Long.MAX_VALUE : timers.processingTime().nextTimestamp();
    }

    @Nullable
    OperatorTimers headTimers() {
        return links.get(0).timers;
    }
}
