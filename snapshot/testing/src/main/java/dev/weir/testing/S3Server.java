package dev.weir.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A real S3 server in a JVM of its own, with one bucket. What the client takes from the environment is set as system
 * properties of this JVM.
 */
public final class S3Server implements AutoCloseable {

    /** The bucket that is there. */
    public static final String BUCKET = "checkpoints";

    private static final String KEY = "local-identity";
    private static final String SECRET = "local-credential";
    private static final long START_SECONDS = 60;

    private final Process process;
    private final int port;

    private S3Server(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /**
     * Starts it on a free port; its data and log go below the folder. The module's build has put its class path into {@code
     * target/s3-server}.
     */
    public static S3Server start(Path folder) throws IOException {
        int port = freePort();
        Files.createDirectories(folder.resolve("data").resolve(BUCKET));
        Path settings = Files.write(
                folder.resolve("server.properties"),
                List.of(
                        "s3proxy.endpoint=http://127.0.0.1:" + port,
                        "s3proxy.authorization=aws-v2-or-v4",
                        "s3proxy.identity=" + KEY,
                        "s3proxy.credential=" + SECRET,
                        "s3proxy.ignore-unknown-headers=true",
                        "jclouds.provider=filesystem-nio2",
                        "jclouds.identity=none",
                        "jclouds.credential=none",
                        "jclouds.filesystem.basedir=" + folder.resolve("data")));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        Path.of("target", "s3-server").toAbsolutePath() + "/*",
                        "org.gaul.s3proxy.Main",
                        "--properties",
                        settings.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("server.log").toFile())
                .start();
        S3Server server = new S3Server(process, port);
        server.awaitListening(folder.resolve("server.log"));
        server.use();
        return server;
    }

    /** Where it listens. */
    public int port() {
        return port;
    }

    /** Storages opened from now on use it, with the right credentials. */
    public void use() {
        useBehind(port);
    }

    /** Storages opened from now on use it by way of another port. */
    public void useBehind(int other) {
        System.setProperty("aws.endpointUrl", "http://127.0.0.1:" + other);
        System.setProperty("aws.region", "us-east-1");
        useCredentials(KEY, SECRET);
    }

    /** Storages opened from now on say that they are somebody. */
    public static void useCredentials(String key, String secret) {
        System.setProperty("aws.accessKeyId", key);
        System.setProperty("aws.secretAccessKey", secret);
    }

    /** Storages opened from now on don't say who they are. */
    public static void useNoCredentials() {
        System.clearProperty("aws.accessKeyId");
        System.clearProperty("aws.secretAccessKey");
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void awaitListening(Path log) throws IOException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (!isListening()) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                process.destroyForcibly();
                throw new IOException("the S3 server doesn't listen: " + Files.readString(log));
            }
        }
    }

    private boolean isListening() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 100);
            return true;
        } catch (IOException e) {
            return exited();
        }
    }

    /** Waits a little for the process to end; false while it runs. */
    private boolean exited() {
        try {
            process.waitFor(50, TimeUnit.MILLISECONDS);
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new IOException("interrupted while the S3 server starts", e));
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
