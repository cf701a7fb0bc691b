package dev.weir.engine.subtask;

import dev.weir.engine.element.Element;
import dev.weir.engine.operator.Operator;
import dev.weir.engine.operator.OperatorTimers;
import dev.weir.engine.operator.Timestamps;
import java.util.List;

/**
 * What happens in a chain when its input has ended, one step at a time.
 *
 * <pre>
 *   RUNNING ──input ended──▶ TIME (MAX through all links, timers left over) ──▶ FINISH (hooks, in chain order)
 *                                                                        ──▶ DRAINED (END is sent)
 * </pre>
 */
final class Ending {

    private enum Phase {
        RUNNING,
        TIME,
        FINISH,
        DRAINED
    }

    private final List<Link> links;
    private final EventTime time;
    private Phase phase = Phase.RUNNING;
    private int processingTimersLeft;

    Ending(List<Link> links, EventTime time) {
        this.links = links;
        this.time = time;
    }

    void begin() {
        if (phase != Phase.RUNNING) {
            return;
        }
        phase = Phase.TIME;
        OperatorTimers timers = time.headTimers();
        processingTimersLeft = timers == null ? 0 : timers.processingTime().size();
        time.onInput(Timestamps.MAX, EventTime.InputStatus.ACTIVE);
    }

    boolean hasBegun() {
        return phase != Phase.RUNNING;
    }

    boolean isUnderWay() {
        return phase == Phase.TIME || phase == Phase.FINISH;
    }

    boolean isDrained() {
        return phase == Phase.DRAINED;
    }

    /** One step, when no advance of event time is pending. */
    void step() {
        if (phase == Phase.TIME) {
            // A bounded number, since a timer may set itself again.
            if (processingTimersLeft-- > 0 && time.fireProcessingTimer(Long.MAX_VALUE)) {
                return;
            }
            phase = Phase.FINISH;
            return;
        }
        for (Link link : links) {
            if (!link.finished) {
                link.finished = link.drainedBefore || finish(link);
                return;
            }
        }
        phase = Phase.DRAINED;
        for (Link link : links) {
            for (EdgeOutput edge : link.edges()) {
                edge.sendControl(Element.EndOfInput.MARK);
            }
        }
    }

    private static boolean finish(Link link) {
        Operator<?> operator = link.operator();
        if (operator == null) {
            return true;
        }
        try {
            return operator.finish();
        } catch (Throwable thrown) {
            throw link.failed("finish", thrown);
        }
    }
}
