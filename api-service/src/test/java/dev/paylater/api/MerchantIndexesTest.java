package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import java.util.ArrayList;
import org.bson.Document;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MerchantIndexesTest {

    private static final RunningApi API = RunningApi.shared();

    /** With 10,000 merchants each confirm would read 30,000 documents of the others. */
    @ParameterizedTest
    @ValueSource(strings = {"connector_accounts", "profiles", "customers", "api_keys"})
    void what_is_one_merchants_is_found_by_an_index(String collection) {
        var first = new ArrayList<String>();
        for (var index : API.bean(MongoDatabase.class).getCollection(collection).listIndexes()) {
            first.add(index.get("key", Document.class).keySet().iterator().next());
        }
        assertThat(first).contains("merchant_id");
    }
}
