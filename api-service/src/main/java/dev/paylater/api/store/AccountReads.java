package dev.paylater.api.store;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Sorts.ascending;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.springframework.stereotype.Component;

/** The connectors that a merchant has accounts at. */
@Component
public final class AccountReads {

    private final MongoCollection<Document> accounts;

    AccountReads(MongoDatabase database) {
        this.accounts = database.getCollection("connector_accounts");
    }

    /** In the merchant's own order, each once. */
    public List<String> enabledConnectors(String merchantId) {
        return accounts
                .find(and(eq("merchant_id", merchantId), eq("enabled", true)))
                .sort(ascending("position"))
                .map(account -> account.getString("connector"))
                .into(new ArrayList<>())
                .stream()
                .distinct()
                .toList();
    }
}
