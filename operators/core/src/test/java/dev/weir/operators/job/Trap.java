package dev.weir.operators.job;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/** Throws once, at the first pass after it may. Any thread. */
final class Trap {

    /** What user code may throw. */
    enum Kind {
        RUNTIME_EXCEPTION {
            @Override
            void raise() {
                throw new IllegalStateException("the trap");
            }
        },
        ASSERTION_ERROR {
            @Override
            void raise() {
                throw new AssertionError("the trap");
            }
        },
        NO_CLASS_DEF_FOUND_ERROR {
            @Override
            void raise() {
                throw new NoClassDefFoundError("the/Trap");
            }
        },
        STACK_OVERFLOW_ERROR {
            @Override
            void raise() {
                deeper(0);
            }
        },
        INTERRUPTED_EXCEPTION {
            @Override
            void raise() throws InterruptedException {
                throw new InterruptedException("the trap");
            }
        };

        abstract void raise() throws Exception;

        private static int deeper(int depth) {
            return depth == Integer.MAX_VALUE ? depth : deeper(depth + 1) + 1;
        }
    }

    private final Kind kind;
    private final BooleanSupplier ready;
    private final AtomicBoolean sprung = new AtomicBoolean();

    Trap(Kind kind, BooleanSupplier ready) {
        this.kind = kind;
        this.ready = ready;
    }

    void pass() throws Exception {
        if (!sprung.get() && ready.getAsBoolean() && sprung.compareAndSet(false, true)) {
            kind.raise();
        }
    }

    boolean isSprung() {
        return sprung.get();
    }
}
