package dev.weir.engine.local;

import dev.weir.snapshot.restore.RestoreOptions;
import dev.weir.snapshot.storage.Ownership;

/** What a run starts from. */
public sealed interface StartFrom {

    /** From the beginning, as a new lineage. Checkpoints there are stay until newer ones push them out. */
    record Fresh() implements StartFrom {}

    /**
     * From the newest completed checkpoint of the job's lineage, which goes on; before the first from what the lineage was
     * started from, a savepoint or the beginning. A job that was drained commits what is left to commit, and finishes.
     *
     * @param restore how the checkpoint is fitted to a program that has changed since
     */
    record Latest(RestoreOptions restore) implements StartFrom {

        /** With the program that wrote the checkpoint. */
        public Latest() {
            this(RestoreOptions.DEFAULT);
        }

        /** With the checkpoint fitted to the program. */
        public Latest withRestore(RestoreOptions options) {
            return new Latest(options);
        }
    }

    /**
     * From a savepoint, or a checkpoint of any job, as a new lineage whose parent is the savepoint's. Operators are matched
     * by uid, whatever the job's id: a savepoint of another job is a fork of it. Everything in it must be claimed, unless
     * {@link #allowingNonRestoredState} says otherwise.
     *
     * <pre>{@code
     * new StartFrom.Savepoint("file:///savepoints/savepoint-words-7")
     *         .claiming()
     *         .mapping("count", "count-words")
     *         .withMaxParallelism(256)
     * }</pre>
     *
     * @param uri of the savepoint's own folder
     * @param ownership whose the savepoint is from then on
     * @param restore how it is fitted to the program
     */
    record Savepoint(String uri, Ownership ownership, RestoreOptions restore) implements StartFrom {

        /** One that is only read: it stays as it is, and the person's. */
        public Savepoint(String uri) {
            this(uri, Ownership.NO_CLAIM, RestoreOptions.DEFAULT);
        }

        /**
         * The savepoint becomes the run's: what its run left open outside is aborted, and once the new run has a checkpoint
         * of its own the savepoint is removed. A savepoint is claimed once.
         */
        public Savepoint claiming() {
            return new Savepoint(uri, Ownership.CLAIM, restore);
        }

        /** State that nothing in the program claims is dropped. */
        public Savepoint allowingNonRestoredState() {
            return withRestore(restore.allowingNonRestoredState());
        }

        /**
         * What is stored under one name belongs to another: an operator's, or a state's as {@code operator.state}.
         *
         * @throws IllegalArgumentException where a name is empty, or the old one was mapped already
         */
        public Savepoint mapping(String oldName, String newName) {
            return withRestore(restore.mapping(oldName, newName));
        }

        /**
         * Key groups are counted anew, by this max parallelism, which becomes the job's.
         *
         * @throws IllegalArgumentException outside of 1..32768
         */
        public Savepoint withMaxParallelism(int maxParallelism) {
            return withRestore(restore.withMaxParallelism(maxParallelism));
        }

        /** The same with other options. */
        public Savepoint withRestore(RestoreOptions options) {
            return new Savepoint(uri, ownership, options);
        }
    }
}
