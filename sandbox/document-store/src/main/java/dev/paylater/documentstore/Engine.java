package dev.paylater.documentstore;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.rocksdb.AbstractNativeReference;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * RocksDB with three column families: the catalog, the documents and the index entries. Writes are
 * atomic batches; a reply waits in {@link #awaitDurable()} for one fsync that it shares with all
 * who wait at the same time.
 */
final class Engine implements AutoCloseable {

    private static final long MEGABYTE = 1024 * 1024;
    private static final int DELETES_PER_BATCH = 2_000;

    /**
     * RocksDB stops all writes while so many full buffers of one column family wait to be written
     * to files ("Write Stalls" in its wiki). With its default, 2, it did so every ten seconds under
     * load.
     */
    private static final int WRITE_BUFFERS = 3;

    /** From here on RocksDB writes buffers to files although they are not full. */
    private static final long LARGEST_LOG = 256 * MEGABYTE;

    /** RocksDB's default is 4, with which new entries are written again three times as often. */
    private static final int FILES_BEFORE_MERGE = 12;

    static {
        // Before any options object, also those in field initialisers: they are native.
        RocksDB.loadLibrary();
    }

    private final WriteOptions writeOptions = new WriteOptions();
    private final LRUCache cache = new LRUCache(48 * MEGABYTE, 2);
    private final List<AbstractNativeReference> owned = new ArrayList<>();
    private final RocksDB db;
    private final ColumnFamilyHandle catalog;
    private final ColumnFamilyHandle documents;
    private final ColumnFamilyHandle entries;

    private final AtomicLong written = new AtomicLong();
    private final AtomicReference<@Nullable Round> open = new AtomicReference<>();
    private final ReentrantLock syncing = new ReentrantLock();
    private volatile long durable;
    private volatile @Nullable String failure;

    /** One fsync and those who wait for it. */
    private static final class Round {
        private final CountDownLatch done = new CountDownLatch(1);
    }

    Engine(Path directory) throws IOException, RocksDBException {
        Files.createDirectories(directory);
        DBOptions options =
                new DBOptions()
                        .setCreateIfMissing(true)
                        .setCreateMissingColumnFamilies(true)
                        .setMaxBackgroundJobs(2)
                        .setMaxTotalWalSize(LARGEST_LOG)
                        .setMaxOpenFiles(512)
                        .setKeepLogFileNum(2)
                        .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
                        .setAvoidFlushDuringShutdown(false);
        owned.add(options);
        List<ColumnFamilyHandle> handles = new ArrayList<>();
        db =
                RocksDB.open(
                        options,
                        directory.toString(),
                        List.of(
                                family(RocksDB.DEFAULT_COLUMN_FAMILY, 4),
                                family("documents".getBytes(UTF_8), 32),
                                family("entries".getBytes(UTF_8), 32)),
                        handles);
        catalog = handles.get(0);
        documents = handles.get(1);
        entries = handles.get(2);
    }

    private ColumnFamilyDescriptor family(byte[] name, long memtableMegabytes) {
        BloomFilter bloom = new BloomFilter(10);
        // Index and filter blocks stay outside the cache: an index block can be larger than a
        // shard of it, and would be read again for every document.
        BlockBasedTableConfig table =
                new BlockBasedTableConfig()
                        .setBlockCache(cache)
                        .setFilterPolicy(bloom)
                        .setCacheIndexAndFilterBlocks(false);
        ColumnFamilyOptions options =
                new ColumnFamilyOptions()
                        .setTableFormatConfig(table)
                        .setWriteBufferSize(memtableMegabytes * MEGABYTE)
                        .setMaxWriteBufferNumber(WRITE_BUFFERS)
                        .setLevel0FileNumCompactionTrigger(FILES_BEFORE_MERGE)
                        .setMaxBytesForLevelBase(FILES_BEFORE_MERGE * memtableMegabytes * MEGABYTE)
                        .setCompressionType(CompressionType.LZ4_COMPRESSION);
        owned.add(options);
        owned.add(bloom);
        return new ColumnFamilyDescriptor(name, options);
    }

    ColumnFamilyHandle catalog() {
        return catalog;
    }

    ColumnFamilyHandle documents() {
        return documents;
    }

    ColumnFamilyHandle entries() {
        return entries;
    }

    /** What is stored right now; a writer that holds its collection's lock sees its own writes. */
    byte @Nullable [] get(ColumnFamilyHandle family, byte[] key) {
        try {
            return db.get(family, key);
        } catch (RocksDBException e) {
            throw failed(e);
        }
    }

    View view() {
        return new View(db);
    }

    void write(WriteBatch batch) {
        try {
            db.write(writeOptions, batch);
        } catch (RocksDBException e) {
            throw failed(e);
        }
        written.incrementAndGet();
    }

    /**
     * Returns once everything written before the call is on the disk. The first to come leads a
     * round; while it waits for the round before, all who come join it.
     */
    void awaitDurable() {
        if (durable >= written.get()) {
            return;
        }
        Round mine = new Round();
        @Nullable Round joined = open.compareAndExchange(null, mine);
        if (joined == null) {
            lead(mine);
        } else {
            await(joined);
        }
        if (failure != null) {
            throw new CommandError(MongoErrorCode.INTERNAL_ERROR, failure);
        }
    }

    private void lead(Round round) {
        syncing.lock();
        try {
            // Whoever joined has written before this point, and nobody joins after it.
            open.set(null);
            long target = written.get();
            db.syncWal();
            durable = target;
        } catch (RocksDBException e) {
            // After a failed fsync nobody knows what is on the disk: acknowledge nothing more.
            failure = "the log cannot be synced: " + e.getMessage();
        } finally {
            syncing.unlock();
            round.done.countDown();
        }
    }

    private static void await(Round round) {
        try {
            round.done.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandError(MongoErrorCode.SHUTDOWN_IN_PROGRESS, "interrupted");
        }
    }

    /** Deletes in small steps; range tombstones would slow down every later read. */
    void deleteAll(ColumnFamilyHandle family, byte[] prefix) {
        KeyRange range = KeyRange.ofPrefix(prefix);
        boolean more = true;
        while (more) {
            try (View view = view();
                    WriteBatch batch = new WriteBatch()) {
                int[] count = {0};
                view.scan(
                        family,
                        range,
                        false,
                        (key, value) -> {
                            delete(batch, family, key);
                            return ++count[0] < DELETES_PER_BATCH;
                        });
                write(batch);
                more = count[0] == DELETES_PER_BATCH;
            }
        }
    }

    static void put(WriteBatch batch, ColumnFamilyHandle family, byte[] key, byte[] value) {
        try {
            batch.put(family, key, value);
        } catch (RocksDBException e) {
            throw failed(e);
        }
    }

    static void delete(WriteBatch batch, ColumnFamilyHandle family, byte[] key) {
        try {
            batch.delete(family, key);
        } catch (RocksDBException e) {
            throw failed(e);
        }
    }

    static CommandError failed(RocksDBException e) {
        return new CommandError(MongoErrorCode.INTERNAL_ERROR, "storage: " + e.getMessage());
    }

    @Override
    public void close() throws RocksDBException {
        db.syncWal();
        catalog.close();
        documents.close();
        entries.close();
        db.closeE();
        for (AbstractNativeReference option : owned) {
            option.close();
        }
        cache.close();
        writeOptions.close();
    }
}
