package dev.weir.operators.sink.file;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;

/** What a user sets on a file sink; refuses nonsense. */
record FileSinkSettings<T>(
        Path folder, Encoder<T> encoder, BucketAssigner<T> buckets, RollingPolicy rolling, Names names, Doubts doubts) {

    private static final int MOST_NAME_BYTES = 60;

    /** What committed files' names start and end with. */
    record Names(String prefix, String suffix) {
        static final Names DEFAULT = new Names("part-", "");

        Names {
            require("prefix", prefix);
            require("suffix", suffix);
            if (prefix.startsWith(".") || prefix.startsWith("_")) {
                throw new IllegalArgumentException("readers leave out files whose names start with '.' or '_': prefix '"
                        + prefix + "'; choose another");
            }
        }

        private static void require(String what, String text) {
            Objects.requireNonNull(text, "prefix and suffix may be empty, but not null");
            boolean isPlain =
                    text.chars().noneMatch(letter -> letter == '/' || letter == '\\' || Character.isISOControl(letter));
            if (!isPlain || text.getBytes(StandardCharsets.UTF_8).length > MOST_NAME_BYTES) {
                throw new IllegalArgumentException("a file name's prefix and suffix have at most " + MOST_NAME_BYTES
                        + " bytes, and no slashes, backslashes or control characters: " + what + " '"
                        + text.replaceAll("\\p{Cntrl}", "?") + "'");
            }
        }
    }

    /** What a restore does where the folder alone doesn't say what is right. */
    record Doubts(OlderCheckpoint older, MissingParts missing) {
        static final Doubts DEFAULT = new Doubts(OlderCheckpoint.REFUSE, MissingParts.LOST);

        Doubts {
            Objects.requireNonNull(older, "what happens with an older checkpoint is one of REFUSE, REPEAT");
            Objects.requireNonNull(missing, "what a missing part means is one of LOST, TAKEN");
        }
    }

    FileSinkSettings {
        Objects.requireNonNull(folder, "a file sink has a folder");
        Objects.requireNonNull(encoder, "a file sink has an encoder");
        Objects.requireNonNull(buckets, "a file sink has a bucket assigner; BucketAssigner.single() for none");
        Objects.requireNonNull(rolling, "a file sink has a rolling policy; RollingPolicy.DEFAULT is the default");
    }

    static <T> FileSinkSettings<T> of(Path folder, Encoder<T> encoder) {
        return new FileSinkSettings<>(
                folder, encoder, BucketAssigner.single(), RollingPolicy.DEFAULT, Names.DEFAULT, Doubts.DEFAULT);
    }

    FileSinkSettings<T> withBuckets(BucketAssigner<T> value) {
        return new FileSinkSettings<>(folder, encoder, value, rolling, names, doubts);
    }

    FileSinkSettings<T> withRolling(RollingPolicy value) {
        return new FileSinkSettings<>(folder, encoder, buckets, value, names, doubts);
    }

    FileSinkSettings<T> withNames(String prefix, String suffix) {
        return new FileSinkSettings<>(folder, encoder, buckets, rolling, new Names(prefix, suffix), doubts);
    }

    FileSinkSettings<T> withOlder(OlderCheckpoint value) {
        return new FileSinkSettings<>(folder, encoder, buckets, rolling, names, new Doubts(value, doubts.missing()));
    }

    FileSinkSettings<T> withMissing(MissingParts value) {
        return new FileSinkSettings<>(folder, encoder, buckets, rolling, names, new Doubts(doubts.older(), value));
    }
}
