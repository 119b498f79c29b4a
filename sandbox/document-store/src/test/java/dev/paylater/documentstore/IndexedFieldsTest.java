package dev.paylater.documentstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

class IndexedFieldsTest {

    private static final int CHANGES = 20_000;

    /** With the index of ids, as a collection has them. */
    private static final List<IndexDefinition> INDEXES = indexes();

    private static List<IndexDefinition> indexes() {
        List<IndexDefinition> indexes = new ArrayList<>(List.of(IndexDefinition.ofIds()));
        for (String spec :
                List.of(
                        "{key: {a: 1}}",
                        "{key: {'s.p': 1}}",
                        "{key: {'s.q': -1, b: 1}}",
                        "{key: {'a.p': 1}}",
                        "{key: {'a.0': 1}}",
                        "{key: {'s.0.p': 1}}",
                        "{key: {b: 1}, sparse: true}",
                        "{key: {b: 1}, partialFilterExpression: {c: {$exists: true}}}",
                        "{key: {b: 1}, partialFilterExpression: {'s.p': {$gt: 0}}}",
                        "{key: {b: 1}, partialFilterExpression: {$and: [{c: 1}, {a: 'a'}]}}")) {
            BsonDocument parsed =
                    BsonDocument.parse(spec).append("name", new BsonString("i" + indexes.size()));
            indexes.add(IndexDefinition.of(indexes.size(), parsed, Set.of(), true));
        }
        return indexes;
    }

    @Test
    void an_index_whose_keys_a_change_alters_is_concerned_by_it() {
        IndexedFields fields = IndexedFields.of(INDEXES);
        Random random = new Random(1);
        int[] altered = new int[INDEXES.size()];
        int[] spared = new int[INDEXES.size()];
        for (int change = 0; change < CHANGES; change++) {
            BsonDocument before = QueryFuzzTest.document(random, 1);
            BsonDocument after = changed(before, random);
            Value old = Value.document(Value.encode(before));
            Value now = Value.document(Value.encode(after));
            var concerned = fields.concerned(old, now);
            for (int i = 1; i < INDEXES.size(); i++) {
                IndexDefinition.Keys oldKeys = INDEXES.get(i).keys(old);
                IndexDefinition.Keys newKeys = INDEXES.get(i).keys(now);
                if (!same(oldKeys, newKeys)) {
                    assertThat(concerned.get(i))
                            .as("%s: %s to %s", INDEXES.get(i).spec(), before, after)
                            .isTrue();
                    altered[i]++;
                } else if (!concerned.get(i)) {
                    spared[i]++;
                }
            }
        }
        for (int i = 1; i < INDEXES.size(); i++) {
            assertThat(altered[i]).as("%s altered", INDEXES.get(i).spec()).isPositive();
            assertThat(spared[i]).as("%s spared", INDEXES.get(i).spec()).isGreaterThan(1_000);
        }
    }

    private static boolean same(IndexDefinition.Keys one, IndexDefinition.Keys other) {
        return one.sorted().size() == other.sorted().size()
                && one.sorted().stream().allMatch(other::contains)
                && one.arrays().equals(other.arrays());
    }

    /** One field of another document, or none of what was there. */
    private static BsonDocument changed(BsonDocument document, Random random) {
        BsonDocument other = QueryFuzzTest.document(random, 1);
        BsonDocument changed = document.clone();
        String field = List.of("a", "b", "c", "s", "z").get(random.nextInt(5));
        if (field.equals("z")) {
            return changed.append(field, new BsonString("unindexed"));
        }
        changed.remove(field);
        BsonValue value = other.get(field, BsonNull.VALUE);
        // Parallel arrays cannot be in one index.
        if (!value.isArray() || changed.values().stream().noneMatch(BsonValue::isArray)) {
            changed.append(field, value);
        }
        return changed;
    }

    @Test
    void a_new_document_and_a_deleted_one_are_in_any_index() {
        IndexedFields fields = IndexedFields.of(INDEXES);
        Value document = Value.document(Value.encode(BsonDocument.parse("{_id: 1}")));
        assertThat(fields.concerned(null, document).cardinality()).isEqualTo(INDEXES.size() - 1);
        assertThat(fields.concerned(document, null).cardinality()).isEqualTo(INDEXES.size() - 1);
    }

    @Test
    void only_indexes_of_what_differs_are_concerned() {
        IndexedFields fields = IndexedFields.of(INDEXES);
        Value before = Value.document(Value.encode(BsonDocument.parse("{a: 1, s: {p: 1, q: 1}}")));
        Value after = Value.document(Value.encode(BsonDocument.parse("{s: {q: 1, p: 2}, a: 1}")));
        assertThat(fields.concerned(before, after).stream())
                .map(i -> INDEXES.get(i).spec().toJson())
                .containsExactlyInAnyOrder(
                        INDEXES.get(2).spec().toJson(), INDEXES.get(9).spec().toJson());
    }
}
