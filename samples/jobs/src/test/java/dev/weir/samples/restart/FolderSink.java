package dev.weir.samples.restart;

import dev.weir.engine.source.StateCodec;
import dev.weir.operators.sink.Leftovers;
import dev.weir.operators.sink.Prepared;
import dev.weir.operators.sink.SinkContext;
import dev.weir.operators.sink.TransactionCommitter;
import dev.weir.operators.sink.TransactionId;
import dev.weir.operators.sink.TransactionLostException;
import dev.weir.operators.sink.TransactionWriter;
import dev.weir.operators.sink.TwoPhaseCommitSink;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A small outside system: a transaction is a file, pending under one name and committed under another. */
final class FolderSink implements TwoPhaseCommitSink<String, String> {

    private final Path folder;

    FolderSink(Path folder) {
        this.folder = folder;
    }

    @Override
    public TransactionWriter<String, String> createWriter(SinkContext context) {
        return new Writer();
    }

    @Override
    public TransactionCommitter<String> createCommitter(SinkContext context) {
        return new Committer();
    }

    @Override
    public StateCodec<String> tokenCodec() {
        return new StateCodec<>() {
            @Override
            public byte[] encode(String name) {
                return name.getBytes(StandardCharsets.UTF_8);
            }

            @Override
            public String decode(byte[] bytes) {
                return new String(bytes, StandardCharsets.UTF_8);
            }
        };
    }

    private final class Writer implements TransactionWriter<String, String> {
        private @Nullable BufferedWriter open;
        private String name = "";

        @Override
        public void begin(TransactionId id) throws IOException {
            name = id.toString();
            open = Files.newBufferedWriter(folder.resolve(name + ".pending"));
        }

        @Override
        public void write(String line, long timestamp) throws IOException {
            Objects.requireNonNull(open).append(line).append('\n');
        }

        @Override
        public CompletionStage<String> prepare(long checkpointId) throws IOException {
            close();
            return CompletableFuture.completedFuture(name);
        }

        @Override
        public void close() throws IOException {
            if (open != null) {
                open.close();
                open = null;
            }
        }
    }

    private final class Committer implements TransactionCommitter<String> {
        @Override
        public void commit(Prepared<String> prepared) throws Exception {
            Path pending = folder.resolve(prepared.token() + ".pending");
            Path committed = folder.resolve(prepared.token() + ".committed");
            if (Files.exists(pending)) {
                Files.move(pending, committed, StandardCopyOption.ATOMIC_MOVE);
            } else if (!Files.exists(committed)) {
                throw new TransactionLostException(prepared, "neither " + pending + " nor " + committed + " exists");
            }
        }

        @Override
        public void abortLeftovers(Leftovers leftovers) {
            // pending files that nobody commits show nowhere; the test reads committed ones only
        }
    }
}
