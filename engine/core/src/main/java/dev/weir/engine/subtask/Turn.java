package dev.weir.engine.subtask;

import dev.weir.engine.subtask.SubtaskMeter.Occupation;

/** What became of one turn of a subtask. */
enum Turn {
    WORKED(Occupation.BUSY),
    NOTHING(Occupation.IDLE),
    /** No credit, or an operator has no capacity. */
    BLOCKED(Occupation.BACK_PRESSURED);

    private final Occupation after;

    Turn(Occupation after) {
        this.after = after;
    }

    /** What the subtask is at until its next slice. */
    Occupation after() {
        return after;
    }
}
