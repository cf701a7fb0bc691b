package dev.weir.samples.peers.jet;

import dev.weir.samples.peers.common.UsageException;

/** Which of Jet's two interfaces the job is written with. */
enum JetApi {
    /** The one for users. */
    PIPELINE("jet"),
    /** The one below it: vertices, edges and processors, wired by hand. */
    CORE("jet-core");

    private final String system;

    JetApi(String system) {
        this.system = system;
    }

    /**
     * The interface behind a system's name.
     *
     * @throws UsageException when there is none
     */
    static JetApi ofSystem(String system) {
        for (JetApi api : values()) {
            if (api.system.equals(system)) {
                return api;
            }
        }
        throw new UsageException("this peer is jet or jet-core: system=" + system);
    }
}
