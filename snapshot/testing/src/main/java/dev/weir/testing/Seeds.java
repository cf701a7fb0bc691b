package dev.weir.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * Runs a test method once per seed, from 0 upwards; the method takes one {@code long}. The seeds are fixed, so a green
 * build stays green until the code changes. {@code -Dseed=N} repeats a single failure; {@code -Dweir.seeds.percent=10}
 * tries a tenth of them, where each takes long.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest(name = "seed {0}")
@ArgumentsSource(Seeds.Provider.class)
public @interface Seeds {

    /** How many seeds are tried. */
    int value() default 200;

    /** Supplies the seeds to JUnit. */
    final class Provider implements ArgumentsProvider {
        private static final int ALL = 100;

        @Override
        public Stream<? extends Arguments> provideArguments(
                ParameterDeclarations parameters, ExtensionContext context) {
            Long only = Long.getLong("seed");
            int count =
                    context.getRequiredTestMethod().getAnnotation(Seeds.class).value();
            int tried = Math.max(1, count * Integer.getInteger("weir.seeds.percent", ALL) / ALL);
            LongStream seeds = only == null ? LongStream.range(0, tried) : LongStream.of(only);
            return seeds.mapToObj(Arguments::of);
        }
    }
}
