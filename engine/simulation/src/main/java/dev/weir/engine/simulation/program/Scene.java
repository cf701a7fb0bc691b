package dev.weir.engine.simulation.program;

import dev.weir.engine.simulation.ledger.Ledger;

/** What the operators of a generated job work with. */
public record Scene(Topology topology, Ledger ledger, Interference interference, Observer observer) {}
