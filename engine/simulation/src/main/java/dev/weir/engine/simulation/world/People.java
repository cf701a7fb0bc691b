package dev.weir.engine.simulation.world;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** Those who ask something of the job, at most a few times in a schedule. Counts what they were given. */
final class People {

    private static final double CHANCE_TO_ASK = 0.4;
    private static final int MOST_WISHES = 3;

    private final Draws draws;
    private final Map<Wish, Integer> granted = new EnumMap<>(Wish.class);
    private int left;
    private boolean drainWished;
    private Optional<String> startFrom = Optional.empty();

    People(Draws draws) {
        this.draws = draws;
        this.left = draws.chance(CHANCE_TO_ASK) ? draws.between(1, MOST_WISHES) : 0;
    }

    /** What is asked of an attempt that has just begun to run; mostly nothing. */
    Optional<Wish> wish() {
        if (left == 0) {
            return Optional.empty();
        }
        left--;
        Wish wish = draws.oneOf(Wish.values());
        drainWished |= wish == Wish.DRAIN;
        return Optional.of(wish);
    }

    /** A wish came true. */
    void granted(Wish wish) {
        granted.merge(wish, 1, Integer::sum);
    }

    Map<Wish, Integer> granted() {
        return granted;
    }

    /** Whether a run was ended by somebody. */
    boolean wasEnded() {
        return granted.containsKey(Wish.STOP) || granted.containsKey(Wish.DRAIN) || granted.containsKey(Wish.CANCEL);
    }

    /** Whether event time may be brought to its end ahead of the data. */
    boolean drainWished() {
        return drainWished;
    }

    /** The job was stopped: the next start is from this savepoint, until that run has a checkpoint of its own. */
    void startFrom(String savepoint) {
        startFrom = Optional.of(savepoint);
    }

    /** The savepoint to start from where the job has no checkpoint of its own. */
    Optional<String> startFrom() {
        return startFrom;
    }
}
