package dev.weir.samples.wordcount;

import dev.weir.engine.graph.JobArguments;
import dev.weir.operators.StreamEnvironment;
import dev.weir.operators.StreamJob;
import dev.weir.operators.sink.file.FileSink;
import dev.weir.operators.source.file.FileSource;
import java.nio.file.Path;
import java.util.concurrent.atomic.LongAdder;

/** The job: lines to words, words to running counts, running counts to files. */
final class WordCountJob implements StreamJob {

    private final LongAdder counted;

    WordCountJob(LongAdder counted) {
        this.counted = counted;
    }

    @Override
    public void define(StreamEnvironment env, JobArguments args) {
        env.jobName("wordcount");
        env.source("lines", FileSource.lines(args.require("input")))
                .flatMap(new Words())
                .keyBy(word -> word)
                .map("count", new RunningCount(counted))
                .sinkTo("counts", FileSink.lines(Path.of(args.require("output"))));
    }
}
