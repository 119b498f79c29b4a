package dev.paylater.documentstore;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Filters.or;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.ReplaceOneModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.conversions.Bson;

/**
 * Prints how fast the store is with 100,000 documents of 3 KB and the indexes of payments, in about
 * a minute and a half. Started by hand: {@code StoreBenchmark <empty directory> [seconds per
 * measurement]}.
 */
final class StoreBenchmark {

    private static final int DOCUMENTS = 100_000;
    private static final int MERCHANTS = 100;
    private static final int BULK = 20;

    private final MongoCollection<RawBsonDocument> payments;
    private final AtomicIntegerArray versions = new AtomicIntegerArray(DOCUMENTS);
    private final Object[] blocks = Stream.generate(Object::new).limit(DOCUMENTS / BULK).toArray();
    private final StoreProcess store;
    private final Duration each;

    private StoreBenchmark(
            MongoCollection<RawBsonDocument> payments, StoreProcess store, Duration each) {
        this.payments = payments;
        this.store = store;
        this.each = each;
    }

    public static void main(String[] arguments) throws Exception {
        Path data = Files.createDirectories(Path.of(arguments[0]));
        Duration each = Duration.ofSeconds(arguments.length > 1 ? Long.parseLong(arguments[1]) : 5);
        try (StoreProcess store = StoreProcess.start(data);
                MongoClient client = connect(store)) {
            System.out.println(store.readyLine());
            StoreBenchmark benchmark =
                    new StoreBenchmark(
                            client.getDatabase("benchmark")
                                    .getCollection("payments", RawBsonDocument.class),
                            store,
                            each);
            benchmark.load();
            benchmark.run();
            store.kill();
        }
        try (StoreProcess again = StoreProcess.start(data)) {
            System.out.println("after kill -9: " + again.readyLine());
            again.stop();
        }
        try (StoreProcess again = StoreProcess.start(data)) {
            System.out.println("after SIGTERM: " + again.readyLine());
        }
    }

    private static MongoClient connect(StoreProcess store) {
        return MongoClients.create(
                MongoClientSettings.builder()
                        .applyConnectionString(new ConnectionString(store.uri()))
                        .writeConcern(WriteConcern.MAJORITY.withJournal(true))
                        .build());
    }

    private static RawBsonDocument document(int number, int version, Random random) {
        BsonDocument payment =
                new BsonDocument("merchant_id", new BsonString("merchant_" + number % MERCHANTS));
        payment.append("payment_id", new BsonString("pay_" + number));
        payment.append("created", new BsonDateTime(1_700_000_000_000L + number / 3));
        payment.append("status", new BsonString(version % 2 == 0 ? "processing" : "succeeded"));
        BsonArray events = new BsonArray();
        for (int i = 0; i < 30; i++) {
            events.add(
                    new BsonDocument("type", new BsonString("AttemptAuthorized"))
                            .append("at", new BsonDateTime(1_700_000_000_000L + i))
                            .append("amount", new BsonInt32(random.nextInt(100_000)))
                            .append("note", new BsonString(Long.toHexString(random.nextLong()))));
        }
        BsonDocument document = new BsonDocument("_id", new BsonString("pay_" + number));
        document.append("version", new BsonInt32(version));
        document.append("due", new BsonDateTime(1_700_000_000_000L + random.nextInt(1_000_000)));
        document.append("payment", payment).append("journal", events);
        return new RawBsonDocument(document, new BsonDocumentCodec());
    }

    private void load() throws Exception {
        payments.createIndex(
                Indexes.compoundIndex(
                        Indexes.ascending("payment.merchant_id"),
                        Indexes.descending("payment.created", "payment.payment_id")));
        payments.createIndex(
                Indexes.ascending("payment.merchant_id", "payment.payment_id"),
                new IndexOptions().unique(true));
        payments.createIndex(
                Indexes.ascending("due"),
                new IndexOptions()
                        .partialFilterExpression(
                                new BsonDocument("due", BsonDocument.parse("{$exists: true}"))));
        payments.createIndex(Indexes.ascending("payment.status", "payment.created"));
        long start = System.nanoTime();
        Random random = new Random(1);
        List<RawBsonDocument> batch = new ArrayList<>();
        int bytes = document(0, 0, random).getByteBuffer().remaining();
        for (int number = 0; number < DOCUMENTS; number++) {
            batch.add(document(number, 0, random));
            if (batch.size() == 500) {
                payments.insertMany(batch);
                batch.clear();
            }
        }
        System.out.printf(
                "loaded %,d documents of %,d bytes in %.1f s%n",
                DOCUMENTS, bytes, (System.nanoTime() - start) / 1e9);
    }

    private void run() throws Exception {
        // Warms up both sides.
        measure("find by _id (warm-up)", 16, this::findById);
        for (int threads : new int[] {1, 16}) {
            measure("conditional replace {_id, version}", threads, this::replace);
            measure("bulk of 20 conditional replaces", threads, this::bulk);
            measure("find by _id", threads, this::findById);
            measure("find by 20 _ids", threads, this::findByIds);
            measure("newest 20 of a merchant", threads, this::newest);
            measure("keyset page of 20", threads, this::nextPage);
            measure("next 100 due, ids only", threads, this::due);
        }
        long sum = 0;
        for (int i = 0; i < DOCUMENTS; i++) {
            sum += versions.get(i);
        }
        long stored = 0;
        for (RawBsonDocument document :
                payments.find().projection(BsonDocument.parse("{version: 1}"))) {
            stored += document.getInt32("version").getValue();
        }
        System.out.printf("versions expected %,d, stored %,d%n", sum, stored);
    }

    private interface Operation {
        void run(Random random);
    }

    private void replace(Random random) {
        int number = random.nextInt(DOCUMENTS);
        int version = versions.get(number);
        boolean won =
                payments.replaceOne(at(number, version), document(number, version + 1, random))
                                .getMatchedCount()
                        == 1;
        if (won) {
            versions.incrementAndGet(number);
        }
    }

    private static Bson at(int number, int version) {
        return and(eq("_id", "pay_" + number), eq("version", version));
    }

    private void bulk(Random random) {
        int first = random.nextInt(DOCUMENTS / BULK) * BULK;
        List<ReplaceOneModel<RawBsonDocument>> models = new ArrayList<>();
        // A block belongs to one thread at a time, as a partition of a topic does.
        synchronized (blocks[first / BULK]) {
            for (int number = first; number < first + BULK; number++) {
                int version = versions.get(number);
                RawBsonDocument next = document(number, version + 1, random);
                models.add(new ReplaceOneModel<>(at(number, version), next));
            }
            payments.bulkWrite(models, new BulkWriteOptions().ordered(false));
            for (int number = first; number < first + BULK; number++) {
                versions.incrementAndGet(number);
            }
        }
    }

    private void findById(Random random) {
        payments.find(eq("_id", "pay_" + random.nextInt(DOCUMENTS))).first();
    }

    private void findByIds(Random random) {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            ids.add("pay_" + random.nextInt(DOCUMENTS));
        }
        payments.find(in("_id", ids)).into(new ArrayList<>());
    }

    private void newest(Random random) {
        payments.find(eq("payment.merchant_id", "merchant_" + random.nextInt(MERCHANTS)))
                .sort(Indexes.descending("payment.created", "payment.payment_id"))
                .limit(20)
                .into(new ArrayList<>());
    }

    private void nextPage(Random random) {
        BsonDateTime created = new BsonDateTime(1_700_000_000_000L + random.nextInt(DOCUMENTS / 3));
        payments.find(
                        and(
                                eq("payment.merchant_id", "merchant_" + random.nextInt(MERCHANTS)),
                                or(
                                        lt("payment.created", created),
                                        and(
                                                eq("payment.created", created),
                                                lt("payment.payment_id", "pay_5")))))
                .sort(Indexes.descending("payment.created", "payment.payment_id"))
                .limit(20)
                .into(new ArrayList<>());
    }

    private void due(Random random) {
        payments.find(lt("due", new BsonDateTime(1_700_000_000_000L + random.nextInt(1_000_000))))
                .sort(Indexes.ascending("due"))
                .projection(BsonDocument.parse("{due: 1}"))
                .limit(100)
                .into(new ArrayList<>());
    }

    private void measure(String what, int threads, Operation operation) throws Exception {
        Duration before = cpu();
        long start = System.nanoTime();
        List<long[]> taken = inThreads(threads, operation);
        double seconds = (System.nanoTime() - start) / 1e9;
        long[] nanos = taken.stream().flatMapToLong(Arrays::stream).sorted().toArray();
        System.out.printf(
                "%-36s %2d threads: %,8.0f/s  p50 %6.2f ms  p99 %6.2f ms  server CPU %.3f ms each,"
                        + " RSS %d MB%n",
                what,
                threads,
                nanos.length / seconds,
                nanos[nanos.length / 2] / 1e6,
                nanos[nanos.length * 99 / 100] / 1e6,
                cpu().minus(before).toNanos() / 1e6 / nanos.length,
                residentMegabytes());
    }

    private Duration cpu() {
        return store.process().info().totalCpuDuration().orElseThrow();
    }

    private long residentMegabytes() throws IOException {
        return Files.readAllLines(Path.of("/proc/" + store.process().pid() + "/status")).stream()
                .filter(line -> line.startsWith("VmRSS"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
                .sum();
    }

    private List<long[]> inThreads(int threads, Operation operation)
            throws InterruptedException, ExecutionException {
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            List<Callable<long[]>> tasks = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                Random random = new Random(thread);
                tasks.add(() -> repeat(operation, random));
            }
            List<long[]> results = new ArrayList<>();
            for (Future<long[]> result : pool.invokeAll(tasks)) {
                results.add(result.get());
            }
            return results;
        }
    }

    private long[] repeat(Operation operation, Random random) {
        long end = System.nanoTime() + each.toNanos();
        long[] nanos = new long[1024];
        int count = 0;
        long now = System.nanoTime();
        while (now < end) {
            operation.run(random);
            long after = System.nanoTime();
            if (count == nanos.length) {
                nanos = Arrays.copyOf(nanos, count * 2);
            }
            nanos[count++] = after - now;
            now = after;
        }
        return Arrays.copyOf(nanos, count);
    }
}
