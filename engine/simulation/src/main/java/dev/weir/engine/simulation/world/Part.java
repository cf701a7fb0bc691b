package dev.weir.engine.simulation.world;

/** What runs on a machine and takes messages. */
interface Part {

    Machine machine();
}
