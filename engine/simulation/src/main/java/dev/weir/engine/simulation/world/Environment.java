package dev.weir.engine.simulation.world;

import dev.weir.engine.simulation.ledger.Ledger;

/** What there is outside of any process. */
record Environment(
        Schedule schedule,
        EventQueue events,
        Draws draws,
        FaultPlan faults,
        SimulatedStorage storage,
        Ledger ledger,
        Oracles oracles,
        People people) {}
