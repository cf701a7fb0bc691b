package dev.weir.architecture.bad.engine.local;

import com.typesafe.config.Config;
import org.apache.pekko.actor.typed.ActorSystem;

/** Good: the local entry starts the actor system. */
public record LocalEntryMayReadHoconAndTheClock(Config config, ActorSystem<Void> system) {

    public long nowNanos() {
        return System.nanoTime();
    }
}
