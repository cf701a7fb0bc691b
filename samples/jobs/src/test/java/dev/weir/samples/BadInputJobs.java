package dev.weir.samples;

import dev.weir.engine.graph.JobArguments;
import dev.weir.operators.StreamEnvironment;
import dev.weir.operators.StreamJob;
import dev.weir.operators.sink.CollectedResults;

/** Jobs that are drawn wrong, or meet what they can't take. */
final class BadInputJobs {

    /** What came from elsewhere may be null, whatever its type says. */
    private static final String[] NO_WORD = new String[1];

    private static final Long[] NO_NUMBER = new Long[1];

    private BadInputJobs() {}

    /** Nothing wrong with it. */
    public static final class Sound implements StreamJob {
        @Override
        public void define(StreamEnvironment env, JobArguments args) {
            env.generate("numbers", args.getLong("records", 100), index -> index)
                    .keyByLong(index -> index % 7)
                    .count("count")
                    .forEach("ignore", count -> {});
        }
    }

    /** Its key selector gives null for a record. */
    public static final class NullKey implements StreamJob {
        @Override
        public void define(StreamEnvironment env, JobArguments args) {
            env.fromElements("words", "to", "be")
                    .keyBy(word -> word.equals("be") ? NO_WORD[0] : word)
                    .count("count")
                    .forEach("ignore", count -> {});
        }
    }

    /** Its generator gives null for an index. */
    public static final class NullRecord implements StreamJob {
        @Override
        public void define(StreamEnvironment env, JobArguments args) {
            env.generate("numbers", 100, index -> index == 50 ? NO_NUMBER[0] : Long.valueOf(index))
                    .forEach("ignore", number -> {});
        }
    }

    /** Its keys are arrays, which the types don't say. */
    public static final class UnstableKey implements StreamJob {
        @Override
        public void define(StreamEnvironment env, JobArguments args) {
            env.generate("numbers", 100, index -> index)
                    .keyBy(index -> new byte[] {1})
                    .count("count")
                    .forEach("ignore", count -> {});
        }
    }

    /** Two of its operators have one uid. */
    public static final class OneUidTwice implements StreamJob {
        @Override
        public void define(StreamEnvironment env, JobArguments args) {
            env.generate("numbers", 100, index -> index)
                    .keyByLong(index -> index)
                    .count("count")
                    .keyBy(count -> count.key())
                    .count("count")
                    .forEach("ignore", count -> {});
        }
    }

    /** Its define fails. */
    public static final class FailsToDraw implements StreamJob {
        @Override
        public void define(StreamEnvironment env, JobArguments args) {
            throw new IllegalStateException("no table of prices");
        }
    }

    /** Its stateful operator has a blank uid. */
    public static final class BlankUid implements StreamJob {
        @Override
        public void define(StreamEnvironment env, JobArguments args) {
            env.generate("numbers", 100, index -> index)
                    .keyByLong(index -> index)
                    .count(" ")
                    .collect("results", new CollectedResults<>());
        }
    }
}
