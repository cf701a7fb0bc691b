package dev.weir.engine.plan;

import dev.weir.engine.graph.Edge;
import dev.weir.engine.graph.Node;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What two drawings of one job must have in common: uids, names, edges, partitionings, parallelism. Strings are written
 * with their length, so that no two graphs run together.
 */
final class Fingerprint {

    private Fingerprint() {}

    /** SHA-256 in hexadecimal digits. */
    static String of(ResolvedGraph resolved) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeUTF(resolved.graph().name());
            out.writeInt(resolved.graph().nodes().size());
            for (Node node : resolved.graph().nodes()) {
                writeNode(out, resolved, node);
            }
            for (Edge edge : resolved.graph().edges()) {
                writeEdge(out, edge);
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException("writing to memory", impossible);
        }
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray()));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    private static void writeNode(DataOutputStream out, ResolvedGraph resolved, Node node) throws IOException {
        out.writeInt(node.id());
        out.writeUTF(node.uid());
        out.writeUTF(node.name());
        out.writeBoolean(node.body() instanceof Node.SourceBody);
        out.writeInt(resolved.parallelismOf(node));
        out.writeInt(resolved.maxParallelismOf(node));
        out.writeUTF(node.traits().threading().name());
        out.writeUTF(node.traits().chaining().name());
    }

    private static void writeEdge(DataOutputStream out, Edge edge) throws IOException {
        out.writeInt(edge.from());
        out.writeInt(edge.to());
        out.writeInt(edge.toInput());
        out.writeUTF(edge.partitioning().getClass().getSimpleName());
        out.writeUTF(edge.side() == null ? "" : edge.side().name());
    }
}
