package dev.weir.samples.peers.jet;

import com.hazelcast.config.Config;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.NetworkConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.jet.JetService;
import com.hazelcast.jet.config.EdgeConfig;
import dev.weir.samples.peers.common.Workload;

/**
 * The one member of a Hazelcast cluster, inside this JVM, with its Jet engine; it talks to nobody. Keys, which Jet
 * serializes to find their partition, are written with its fastest settings: unsafe access, the processor's byte order.
 */
final class JetMember implements AutoCloseable {

    private static final String LOOPBACK = "127.0.0.1";

    private final HazelcastInstance hazelcast;

    private JetMember(HazelcastInstance hazelcast) {
        this.hazelcast = hazelcast;
    }

    /**
     * Starts it.
     *
     * @param queueRecords how long the queues between processors are, where the job doesn't say
     */
    static JetMember start(int queueRecords) {
        Config config = new Config();
        config.setProperty("hazelcast.logging.type", "none");
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.socket.bind.any", "false");
        config.getSerializationConfig()
                .setAllowUnsafe(true)
                .setUseNativeByteOrder(true)
                .addDataSerializableFactory(RecordFactory.ID, new RecordFactory());
        stayAlone(config.getNetworkConfig());
        config.getJetConfig()
                .setEnabled(true)
                .setCooperativeThreadCount(Workload.PARALLELISM)
                .setBackupCount(0)
                .setDefaultEdgeConfig(new EdgeConfig().setQueueSize(queueRecords));
        return new JetMember(Hazelcast.newHazelcastInstance(config));
    }

    private static void stayAlone(NetworkConfig network) {
        network.getInterfaces().setEnabled(true).addInterface(LOOPBACK);
        JoinConfig join = network.getJoin();
        join.getAutoDetectionConfig().setEnabled(false);
        join.getMulticastConfig().setEnabled(false);
        join.getTcpIpConfig().setEnabled(false);
    }

    JetService jet() {
        return hazelcast.getJet();
    }

    @Override
    public void close() {
        hazelcast.shutdown();
    }
}
