package dev.weir.snapshot.inspect;

/**
 * A file that isn't what was written.
 *
 * @param file its path within the folder that the snapshot's is in: {@code chk-7/…}, or {@code chk-5/…} where a later
 *     checkpoint refers to it
 * @param reason what is wrong with it, with the values found and expected
 */
public record DamagedFile(String file, String reason) {}
