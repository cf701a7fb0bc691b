package dev.weir.engine.job;

import dev.weir.engine.protocol.SubtaskId;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/** Which parts of one attempt are ready, and which still live. Parts live from their deployment until they are stopped. */
final class AttemptParts {

    private enum Deployment {
        UNDER_WAY,
        DONE
    }

    private final Set<SubtaskId> unready;
    private final Set<SubtaskId> alive;
    private boolean sourcesAlive = true;
    private Deployment deployment = Deployment.UNDER_WAY;

    AttemptParts(Collection<SubtaskId> subtasks) {
        unready = new TreeSet<>(subtasks);
        alive = new TreeSet<>(subtasks);
    }

    /**
     * All parts have been deployed.
     *
     * @return false where it was known
     */
    boolean deployed() {
        boolean isNew = deployment == Deployment.UNDER_WAY;
        deployment = Deployment.DONE;
        return isNew;
    }

    boolean isDeployed() {
        return deployment == Deployment.DONE;
    }

    void deployFailed() {
        deployment = Deployment.DONE;
        alive.clear();
        sourcesAlive = false;
    }

    void ready(SubtaskId subtask) {
        unready.remove(subtask);
    }

    boolean isReady() {
        return isDeployed() && unready.isEmpty();
    }

    void stopped(SubtaskId subtask) {
        alive.remove(subtask);
    }

    void sourcesStopped() {
        sourcesAlive = false;
    }

    boolean isGone() {
        return isDeployed() && alive.isEmpty() && !sourcesAlive;
    }

    /** What is waited for, for messages. */
    String living() {
        if (!isDeployed()) {
            return "the deployment";
        }
        String sources = sourcesAlive ? "the sources' enumerators" : "";
        String subtasks = alive.isEmpty() ? "" : "subtasks " + alive;
        return subtasks + (subtasks.isEmpty() || sources.isEmpty() ? "" : " and ") + sources;
    }
}
