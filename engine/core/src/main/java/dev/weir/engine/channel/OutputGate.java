package dev.weir.engine.channel;

/**
 * Whether a subtask may go on: closed while any of its output channels holds what it has no credit for. Asked before
 * each record.
 */
public final class OutputGate {

    private int closed;

    public boolean isOpen() {
        return closed == 0;
    }

    void channelHolds() {
        closed++;
    }

    void channelReleased() {
        closed--;
    }
}
