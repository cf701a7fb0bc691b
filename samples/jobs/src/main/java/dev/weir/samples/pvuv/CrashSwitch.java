package dev.weir.samples.pvuv;

/** Makes the job throw once when it is pulled; shared by all subtasks of this JVM. */
final class CrashSwitch {

    private enum State {
        UNTOUCHED,
        PULLED,
        THROWN,
        RECOVERED
    }

    private volatile State state = State.UNTOUCHED;
    private volatile long thrownNanos;
    private volatile long recoveredNanos;

    /** The next click throws. */
    synchronized void pull() {
        if (state == State.UNTOUCHED) {
            state = State.PULLED;
        }
    }

    boolean isPulled() {
        return state != State.UNTOUCHED;
    }

    /** Crashes there were. */
    int crashes() {
        return state == State.THROWN || state == State.RECOVERED ? 1 : 0;
    }

    boolean isRecovered() {
        return state == State.RECOVERED;
    }

    /** From the throw to the first click after it, in ms. */
    double recoveryMillis() {
        return (recoveredNanos - thrownNanos) / 1e6;
    }

    /** Called for every click; throws once after the pull. */
    void check() {
        if (state == State.PULLED) {
            throwOnce();
        }
    }

    private synchronized void throwOnce() {
        if (state == State.PULLED) {
            state = State.THROWN;
            thrownNanos = System.nanoTime();
            throw new InjectedCrash();
        }
    }

    /** The first click of the attempt after the crash. */
    synchronized void recovered() {
        if (state == State.THROWN) {
            recoveredNanos = System.nanoTime();
            state = State.RECOVERED;
        }
    }

    /** The crash of the sample. */
    static final class InjectedCrash extends RuntimeException {
        InjectedCrash() {
            super("injected: the sample crashes once to show the recovery");
        }
    }
}
