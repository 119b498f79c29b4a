package dev.paylater.documentstore;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.Document;
import org.bson.types.Decimal128;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random documents, indexes and queries: what an index finds, what a scan of everything finds and
 * what the oracle says have to be the same, in the same order.
 */
class QueryFuzzTest {

    private static final int DOCUMENTS = 120;
    private static final int QUERIES = 250;
    private static final List<String> FIELDS = List.of("a", "b", "c", "s.p", "s.q");
    private static final List<BsonValue> SCALARS =
            List.of(
                    BsonNull.VALUE,
                    new BsonInt32(0),
                    new BsonInt32(1),
                    new BsonInt64(1),
                    new BsonInt32(2),
                    new BsonInt32(-3),
                    new BsonDouble(1.0),
                    new BsonDouble(-0.0),
                    new BsonDouble(1.5),
                    new BsonDouble(0.1),
                    new BsonDouble(Double.NaN),
                    new BsonDouble(Double.POSITIVE_INFINITY),
                    new BsonDouble(Double.NEGATIVE_INFINITY),
                    new BsonInt64((1L << 53) + 1),
                    new BsonDouble(0x1p53),
                    new BsonInt64(Long.MAX_VALUE),
                    new BsonInt64(Long.MIN_VALUE),
                    new BsonDouble(0x1p63),
                    new BsonDecimal128(Decimal128.parse("0.1")),
                    new BsonDecimal128(Decimal128.parse("1.50")),
                    new BsonDecimal128(Decimal128.parse("-3")),
                    new BsonDecimal128(Decimal128.parse("9007199254740993")),
                    new BsonString(""),
                    new BsonString("a"),
                    new BsonString("a\0"),
                    new BsonString("a\0b"),
                    new BsonString("ab"),
                    new BsonString("\uFFFD"),
                    new BsonString("\uD83D\uDE00"),
                    BsonBoolean.TRUE,
                    BsonBoolean.FALSE,
                    new BsonDateTime(-5),
                    new BsonDateTime(5));

    /** More than the usual few are run by hand with -Dpaylater.fuzz.seeds=500. */
    private static LongStream seeds() {
        return LongStream.rangeClosed(1, Long.getLong("paylater.fuzz.seeds", 12));
    }

    private static BsonValue value(Random random, int depth) {
        return switch (random.nextInt(depth > 2 ? 6 : 9)) {
            case 6, 7 -> {
                BsonArray array = new BsonArray();
                for (int i = random.nextInt(4); i > 0; i--) {
                    array.add(value(random, depth + 1));
                }
                yield array;
            }
            case 8 -> object(random, depth);
            default -> SCALARS.get(random.nextInt(SCALARS.size()));
        };
    }

    private static BsonDocument object(Random random, int depth) {
        BsonDocument object = new BsonDocument();
        for (String name : List.of("p", "q")) {
            if (random.nextInt(3) > 0) {
                object.append(name, value(random, depth + 1));
            }
        }
        return object;
    }

    /** At most one field holds an array, since indexes of two are refused. */
    static BsonDocument document(Random random, int id) {
        BsonDocument document = new BsonDocument("_id", new BsonInt32(id));
        String withArray = List.of("a", "b", "c", "s").get(random.nextInt(4));
        for (String field : List.of("a", "b", "c")) {
            if (random.nextInt(5) > 0) {
                document.append(field, field.equals(withArray) ? value(random, 0) : scalar(random));
            }
        }
        if (random.nextInt(4) > 0) {
            document.append(
                    "s",
                    withArray.equals("s") ? sub(random) : new BsonDocument("p", scalar(random)));
        }
        return document;
    }

    private static BsonValue sub(Random random) {
        BsonArray array = new BsonArray();
        for (int i = random.nextInt(4); i > 0; i--) {
            array.add(new BsonDocument("p", scalar(random)).append("q", scalar(random)));
        }
        return array;
    }

    private static BsonValue scalar(Random random) {
        return SCALARS.get(random.nextInt(SCALARS.size()));
    }

    private static BsonDocument query(Random random, int depth) {
        BsonDocument query = new BsonDocument();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            if (depth < 2 && random.nextInt(6) == 0) {
                BsonArray parts = new BsonArray();
                for (int j = 1 + random.nextInt(3); j > 0; j--) {
                    parts.add(query(random, depth + 1));
                }
                query.append(List.of("$and", "$or", "$or", "$nor").get(random.nextInt(4)), parts);
            } else {
                query.append(FIELDS.get(random.nextInt(FIELDS.size())), condition(random));
            }
        }
        return query;
    }

    private static BsonValue condition(Random random) {
        return switch (random.nextInt(12)) {
            case 0, 1, 2 -> value(random, 1);
            case 3 -> new BsonDocument("$in", list(random));
            case 4 -> new BsonDocument("$nin", list(random));
            case 5 -> new BsonDocument("$exists", BsonBoolean.valueOf(random.nextBoolean()));
            case 6 -> new BsonDocument("$not", comparison(random));
            case 7 -> new BsonDocument("$elemMatch", comparison(random));
            case 8 -> new BsonDocument("$ne", value(random, 1));
            case 9 ->
                    new BsonDocument(
                            "$elemMatch",
                            new BsonDocument("p", scalar(random)).append("q", comparison(random)));
            default -> comparison(random);
        };
    }

    private static BsonArray list(Random random) {
        BsonArray list = new BsonArray();
        for (int i = random.nextInt(4); i > 0; i--) {
            list.add(value(random, 1));
        }
        return list;
    }

    private static BsonDocument comparison(Random random) {
        BsonDocument comparison = new BsonDocument();
        comparison.append(List.of("$gt", "$gte", "$eq").get(random.nextInt(3)), scalar(random));
        if (random.nextBoolean()) {
            comparison.append(List.of("$lt", "$lte").get(random.nextInt(2)), scalar(random));
        }
        return comparison;
    }

    private static BsonDocument sort(Random random) {
        BsonDocument sort = new BsonDocument();
        for (int i = random.nextInt(3); i > 0; i--) {
            String field = FIELDS.get(random.nextInt(FIELDS.size()));
            // Two fields of one array sort by its least pair, which the oracle does not know.
            if (!field.startsWith("s")
                    || sort.keySet().stream().noneMatch(f -> f.startsWith("s"))) {
                sort.append(field, new BsonInt32(random.nextBoolean() ? 1 : -1));
            }
        }
        return sort.append("_id", new BsonInt32(random.nextBoolean() ? 1 : -1));
    }

    private static void createIndexes(MongoCollection<Document> things, Random random) {
        for (int i = 0; i < 5; i++) {
            Document key = new Document();
            for (int j = 1 + random.nextInt(3); j > 0; j--) {
                key.append(
                        FIELDS.get(random.nextInt(FIELDS.size())), random.nextBoolean() ? 1 : -1);
            }
            IndexOptions options = new IndexOptions().name("i" + i);
            switch (random.nextInt(5)) {
                case 0 -> options.sparse(true);
                case 1 ->
                        options.partialFilterExpression(
                                new BsonDocument(
                                        FIELDS.get(random.nextInt(3)),
                                        random.nextBoolean()
                                                ? new BsonDocument("$exists", BsonBoolean.TRUE)
                                                : new BsonDocument("$gte", scalar(random))));
                default -> {}
            }
            if (random.nextInt(5) > 0 || i < 2) {
                createUnlessSame(things, key, options);
            }
        }
    }

    private static void createUnlessSame(
            MongoCollection<Document> things, Document key, IndexOptions options) {
        for (Document index : things.listIndexes()) {
            if (key.equals(index.get("key"))) {
                return;
            }
        }
        things.createIndex(key, options);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void an_index_a_scan_and_the_oracle_agree(long seed) throws Exception {
        Random random = new Random(seed);
        try (StoreUnderTest store = StoreUnderTest.startLocal()) {
            MongoCollection<Document> things = store.collection();
            createIndexes(things, random);
            MongoCollection<BsonDocument> raw = things.withDocumentClass(BsonDocument.class);
            List<BsonDocument> documents = new ArrayList<>();
            for (int id = 0; id < DOCUMENTS; id++) {
                BsonDocument document = document(random, id);
                documents.add(document);
                raw.insertOne(document);
            }
            int indexed = 0;
            for (int i = 0; i < QUERIES; i++) {
                BsonDocument query = query(random, 0);
                BsonDocument sort = sort(random);
                check(raw, documents, query, sort, "seed " + seed + " query " + i);
                indexed += raw.find(query).explain().toJson().contains("IXSCAN") ? 1 : 0;
            }
            assertThat(indexed).isGreaterThan(QUERIES / 10);
        }
    }

    private static void check(
            MongoCollection<BsonDocument> things,
            List<BsonDocument> documents,
            BsonDocument query,
            BsonDocument sort,
            String where) {
        List<Integer> expected =
                documents.stream()
                        .filter(document -> Oracle.matches(query, document))
                        .sorted(Oracle.order(sort))
                        .map(QueryFuzzTest::id)
                        .toList();
        String what = where + ": " + query.toJson() + " sort " + sort.toJson();
        assertThat(
                        things.find(query)
                                .sort(sort)
                                .batchSize(7)
                                .map(QueryFuzzTest::id)
                                .into(new ArrayList<>()))
                .as(what)
                .isEqualTo(expected);
        assertThat(
                        things.find(query)
                                .hint(new BsonDocument("$natural", new BsonInt32(1)))
                                .map(QueryFuzzTest::id))
                .as("scan, " + what)
                .containsExactlyInAnyOrderElementsOf(expected);
        assertThat(things.find(query).map(QueryFuzzTest::id))
                .as("unsorted, " + what)
                .containsExactlyInAnyOrderElementsOf(expected);
        assertThat(things.countDocuments(query)).as(what).isEqualTo(expected.size());
    }

    private static int id(BsonDocument document) {
        return document.getInt32("_id").getValue();
    }
}
