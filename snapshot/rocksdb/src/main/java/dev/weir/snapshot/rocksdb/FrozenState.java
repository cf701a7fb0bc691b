package dev.weir.snapshot.rocksdb;

import dev.weir.snapshot.backend.StateMeta;
import dev.weir.snapshot.codec.Schema;
import org.rocksdb.ColumnFamilyHandle;

/**
 * What is needed to read a state from a frozen view.
 *
 * @param values the classes of its values
 * @param keys the classes of its keys
 * @param counts how many entries each key group has, from the first group owned
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record FrozenState(
        StateMeta meta, ColumnFamilyHandle family, Schema values, Schema keys, int firstGroup, int[] counts) {}
