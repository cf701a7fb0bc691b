package dev.weir.operators.sink.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A process whose files can't grow beyond a limit: writes until it fails, and says how. */
final class FullDisk {

    private FullDisk() {}

    /**
     * Writes until the disk is full.
     *
     * @param args the sink's folder, and one for the state of the only completed checkpoint
     */
    public static void main(String[] args) throws Exception {
        SinkSubtasks job = SinkSubtasks.start(sink(Path.of(args[0])), 1, 1, List.of());
        job.write("committed");
        job.checkpoint(1);
        job.write("saved");
        List<byte[]> state = job.checkpoint(2);
        for (int i = 0; i < state.size(); i++) {
            Files.write(Path.of(args[1], Integer.toString(i)), state.get(i));
        }
        try {
            for (long i = 0; i < 10_000_000; i++) {
                job.write("line " + i);
            }
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
    }

    static FileSink<String> sink(Path folder) {
        RollingPolicy rolling = RollingPolicy.DEFAULT.acrossCheckpoints();
        return FileSink.lines(folder)
                .roll(rolling)
                .bucketBy((line, timestamp) -> line.equals("committed") ? "first" : "second");
    }
}
