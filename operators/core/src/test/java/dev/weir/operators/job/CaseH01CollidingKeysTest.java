package dev.weir.operators.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.settings.JobSettings;
import dev.weir.operators.StreamJob;
import dev.weir.operators.sink.CollectedResults;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys whose hash is the smallest int, and different keys of one hash: each is counted by itself, also after a restart. */
class CaseH01CollidingKeysTest {

    private static final Map<String, Integer> STRINGS =
            Map.of("polygenelubricants", 4, "DESIGNING WORKHOUSES", 2, "AaAa", 3, "BBBB", 1, "AaBB", 5, "BBAa", 2);

    /** The second is the only int whose mixed hash is the smallest int; the longs share their hash. */
    private static final Map<Object, Integer> NUMBERS = Map.of(Integer.MIN_VALUE, 4, -2_089_875_627, 2, 0L, 3, -1L, 1);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(ints = {3, 7, 127, 128})
    void stringsAreCountedApart(int maxParallelism) throws Exception {
        countTwice(STRINGS, maxParallelism);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 7, 127, 128})
    void numbersAreCountedApart(int maxParallelism) throws Exception {
        countTwice(NUMBERS, maxParallelism);
    }

    private void countTwice(Map<?, Integer> times, int maxParallelism) throws Exception {
        List<Object> all = new ArrayList<>();
        times.forEach((key, count) -> all.addAll(Collections.nCopies(count, key)));
        HandSource<Object> source = new HandSource<>().add(all.toArray());
        CollectedResults<String> results = new CollectedResults<>();
        StreamJob job = (env, args) -> env.source("keys", source)
                .keyBy(key -> key)
                .count("count", (key, count) -> key + "=" + count)
                .collect("results", results);
        JobSettings settings = Jobs.settings("h01")
                .withMaxParallelism(maxParallelism)
                .withStorage(folder.toUri().toString());
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle first = Jobs.start(weir, settings, job);
            results.await(all.size(), Jobs.PATIENCE);
            Jobs.cancel(first);
        }
        assertThat(largest(results)).isEqualTo(expected(times, 1));
        source.add(all.toArray()).end();
        try (LocalWeir weir = LocalWeir.start()) {
            Jobs.finish(Jobs.goOn(weir, settings, job));
        }
        assertThat(results.list()).hasSize(2 * all.size()).doesNotHaveDuplicates();
        assertThat(largest(results)).isEqualTo(expected(times, 2));
    }

    private static Map<String, Integer> expected(Map<?, Integer> times, int rounds) {
        Map<String, Integer> expected = new TreeMap<>();
        times.forEach((key, count) -> expected.put(key.toString(), count * rounds));
        return expected;
    }

    private static Map<String, Integer> largest(CollectedResults<String> results) {
        Map<String, Integer> largest = new TreeMap<>();
        for (String result : results.list()) {
            int equals = result.indexOf('=');
            largest.merge(result.substring(0, equals), Integer.valueOf(result.substring(equals + 1)), Math::max);
        }
        return largest;
    }
}
