package dev.weir.samples.peers.weir.soak;

import dev.weir.engine.graph.JobArguments;
import dev.weir.engine.source.Source;
import dev.weir.operators.StreamEnvironment;
import dev.weir.operators.StreamJob;
import dev.weir.samples.peers.common.Records;
import dev.weir.samples.peers.weir.Event;
import java.util.function.Supplier;

/** The keyed sum, with a source, a function and a transactional sink that throw when they are told to. */
final class SoakJob implements StreamJob {

    private final Supplier<? extends Source<Event, ?, ?>> generators;
    private final Ledger ledger;
    private final Faults faults;

    SoakJob(Supplier<? extends Source<Event, ?, ?>> generators, Ledger ledger, Faults faults) {
        this.generators = generators;
        this.ledger = ledger;
        this.faults = faults;
    }

    @Override
    public void define(StreamEnvironment env, JobArguments args) {
        env.source("generator", new FaultySource<>(generators.get(), faults))
                .map(event -> new Event(event.key(), Records.increment(event.value())))
                .filter(event -> Records.isKept(event.value()))
                .keyByLong(Event::key)
                .process("sum", new NumberedSum(faults, ledger))
                .sinkTo("ledger", new LedgerSink(ledger, faults));
    }
}
