package dev.weir.operators.sink.file;

/**
 * What happens when a checkpoint is restored in which a part was in progress that was finished and committed since, with
 * records from after the checkpoint. Only parts that stay open across checkpoints can be so, and only when another than
 * the newest checkpoint is restored.
 */
public enum OlderCheckpoint {
    /** The attempt fails, with both lengths: those records would be written twice. */
    REFUSE,
    /** The committed part stays, is named in a warning, and its later records come again. */
    REPEAT
}
