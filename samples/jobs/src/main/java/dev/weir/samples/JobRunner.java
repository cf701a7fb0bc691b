package dev.weir.samples;

import dev.weir.engine.graph.JobArguments;
import dev.weir.engine.plan.JobRefusedException;
import dev.weir.samples.pvuv.PageViewsSample;
import dev.weir.samples.run.Sample;
import dev.weir.samples.wordcount.WordCountSample;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Starts a sample by its name, or a job by its class name. The first argument names it, the rest are its arguments
 * ({@code --name value}); those that begin with {@code --weir.} are settings, and {@code --restore latest} goes on from
 * the newest checkpoint of an earlier process.
 */
public final class JobRunner {

    static final int USAGE = 2;

    private static final Map<String, Sample> SAMPLES = Stream.of(new PageViewsSample(), new WordCountSample())
            .collect(Collectors.toMap(Sample::name, sample -> sample, (one, other) -> one, TreeMap::new));

    private JobRunner() {}

    public static void main(String[] args) {
        System.exit(run(args));
    }

    /** What {@code main} does, without ending the JVM. */
    static int run(String[] args) {
        try {
            if (args.length == 0) {
                throw new IllegalArgumentException(
                        "name a job: one of " + SAMPLES.keySet() + ", or a job's class name");
            }
            JobArguments arguments = JobArguments.parse(words(args));
            Sample sample = SAMPLES.get(args[0]);
            return (sample == null ? new JobClass(args[0]) : sample).run(arguments);
        } catch (JobRefusedException | IllegalArgumentException refused) {
            System.err.println(refused.getMessage());
            return USAGE;
        } catch (Exception failure) {
            System.err.println("the job could not be run: " + failure);
            return Sample.JOB_FAILED;
        }
    }

    /** Arguments may come as one string, as a build tool hands them over. */
    private static List<String> words(String[] args) {
        return Arrays.stream(args)
                .skip(1)
                .flatMap(argument -> Arrays.stream(argument.trim().split("\\s+")))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    static List<String> sampleNames() {
        return List.copyOf(SAMPLES.keySet());
    }
}
