package dev.weir.samples.benchmarks;

import dev.weir.samples.peers.common.UsageException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where the peers' jars are: {@code samples/peers/<module>/target/peer.jar}, found from the launcher's own place. */
final class PeerFolders {

    private final Path peers;

    PeerFolders(Path peers) {
        this.peers = peers;
    }

    /** The folders beside the launcher's jar, {@code samples/benchmarks/target/benchmarks.jar}. */
    static PeerFolders besideLauncher() {
        try {
            URI launcher = Benchmarks.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI();
            return new PeerFolders(
                    Path.of(launcher).resolve("../../../peers").toAbsolutePath().normalize());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the launcher must run from a jar in a folder", e);
        }
    }

    /**
     * The runnable jar of a system's peer.
     *
     * @throws UsageException when it has not been built
     */
    Path jarOf(BenchSystem system) {
        Path jar = peers.resolve(system.peerModule()).resolve("target").resolve("peer.jar");
        if (!Files.isRegularFile(jar)) {
            throw new UsageException("the peer of system " + system + " must be built first: " + jar
                    + " is missing; run mvn -q -B -Pbenchmarks -DskipTests package");
        }
        return jar;
    }
}
