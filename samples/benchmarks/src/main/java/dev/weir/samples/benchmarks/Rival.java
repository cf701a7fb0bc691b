package dev.weir.samples.benchmarks;

import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/** Whom a system is compared with; where there are several, with the best of them. */
enum Rival {
    FLINK("flink", BenchSystem::isFlinkAsUsed),
    TUNED("tuned", system -> system == BenchSystem.FLINK_TUNED),
    JET("jet", system -> system == BenchSystem.JET);

    private static final String NOT_KNOWN = "-";

    private final String label;

    @SuppressWarnings("ImmutableEnumChecker") // the predicates keep nothing
    private final Predicate<BenchSystem> includes;

    Rival(String label, Predicate<BenchSystem> includes) {
        this.label = label;
        this.includes = includes;
    }

    /** A system's figure by the largest of the rival's; a dash where the rival has none. */
    String timesAsMany(Medians medians, List<Medians> all, ToDoubleFunction<Medians> figure) {
        return ratio(figure.applyAsDouble(medians), figures(all, figure).max().orElse(Double.NaN));
    }

    /** The least of the rival's durations by a system's; a dash where one of them has none. */
    String timesAsFast(Medians medians, List<Medians> all, ToDoubleFunction<Medians> duration) {
        return ratio(figures(all, duration).min().orElse(Double.NaN), duration.applyAsDouble(medians));
    }

    private DoubleStream figures(List<Medians> all, ToDoubleFunction<Medians> figure) {
        return all.stream().filter(medians -> includes.test(medians.system())).mapToDouble(figure);
    }

    private static String ratio(double dividend, double divisor) {
        double ratio = dividend / divisor;
        return Double.isNaN(ratio) ? NOT_KNOWN : String.format(Locale.ROOT, "%.2f", ratio);
    }

    @Override
    public String toString() {
        return label;
    }
}
