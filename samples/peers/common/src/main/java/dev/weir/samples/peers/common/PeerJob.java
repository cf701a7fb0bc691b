package dev.weir.samples.peers.common;

/** A system under measurement: builds the planned job and runs it to its end. */
@FunctionalInterface
public interface PeerJob {

    /**
     * Runs one job, {@link Workload#job}, from fresh state. Its sources report to {@link Meter#sourceStarted}, {@link Meter#goesOn} and
     * {@link Meter#sourceEnded}, its sinks fold into {@link Meter#openSink}; the given meter is {@link Meter#current}.
     * Called twice, for warm-up and measurement.
     *
     * @throws Exception when the job failed; the run is void then
     */
    void run(RunPlan plan, Meter meter) throws Exception;
}
