/** Keyed state in RocksDB, on local disk, with the heap as its cache. */
@NullMarked
package dev.weir.snapshot.rocksdb;

import org.jspecify.annotations.NullMarked;
