package dev.weir.snapshot.rocksdb;

import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.DataBlockIndexType;
import org.rocksdb.Filter;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.WriteOptions;

/** How a database is opened, written and compacted; the native objects of that, which its owner closes. */
final class NativeOptions implements AutoCloseable {

    private static final int BLOOM_BITS = 10;
    private static final double HASHED_SHARE = 0.75;

    /** Look-ups pass through it first, so it is small; and most find out by its filter that it hasn't their row. */
    private static final long WRITE_BUFFER_BYTES = 16L << 20;

    private static final double WRITE_BUFFER_FILTER_SHARE = 0.1;

    private final Filter bloom = new BloomFilter(BLOOM_BITS);
    private final ColumnFamilyOptions family;
    private final DBOptions database;
    private final WriteOptions writing = new WriteOptions().setDisableWAL(true);

    NativeOptions(SharedMemory memory) {
        BlockBasedTableConfig table = new BlockBasedTableConfig()
                .setBlockCache(memory.cache())
                .setCacheIndexAndFilterBlocks(true)
                .setPinL0FilterAndIndexBlocksInCache(true)
                .setDataBlockIndexType(DataBlockIndexType.kDataBlockBinaryAndHash)
                .setDataBlockHashTableUtilRatio(HASHED_SHARE)
                .setFilterPolicy(bloom);
        this.family = new ColumnFamilyOptions()
                .setTableFormatConfig(table)
                .setWriteBufferSize(WRITE_BUFFER_BYTES)
                .setMemtablePrefixBloomSizeRatio(WRITE_BUFFER_FILTER_SHARE)
                .setMemtableWholeKeyFiltering(true)
                .setCompressionType(CompressionType.NO_COMPRESSION)
                .setBottommostCompressionType(CompressionType.LZ4_COMPRESSION)
                .setLevelCompactionDynamicLevelBytes(false);
        this.database = new DBOptions()
                .setCreateIfMissing(true)
                .setWriteBufferManager(memory.writeBuffers())
                .setAllowConcurrentMemtableWrite(false)
                .setInfoLogLevel(InfoLogLevel.ERROR_LEVEL)
                .setKeepLogFileNum(1)
                .setStatsDumpPeriodSec(0)
                .setAvoidFlushDuringShutdown(true);
    }

    ColumnFamilyOptions family() {
        return family;
    }

    DBOptions database() {
        return database;
    }

    WriteOptions writing() {
        return writing;
    }

    @Override
    public void close() {
        writing.close();
        database.close();
        family.close();
        bloom.close();
    }
}
