package dev.paylater.api.admin;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Sorts.ascending;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.paylater.api.error.ApiException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The merchants of this installation. */
@Component
final class Merchants {

    private final MongoCollection<Document> collection;
    private final Clock clock;

    Merchants(MongoDatabase database, Clock clock) {
        this.collection = database.getCollection("merchants");
        this.clock = clock;
    }

    Document create(String merchantId, @Nullable String name) {
        var merchant =
                new Document(Stored.ID, merchantId)
                        .append("name", name)
                        .append(Stored.CREATED_AT, Date.from(clock.instant()));
        Stored.insert(collection, merchant);
        return merchant;
    }

    Document require(String merchantId) {
        var found = collection.find(eq(Stored.ID, merchantId)).first();
        if (found == null) {
            throw ApiException.notFound("merchant");
        }
        return found;
    }

    List<Document> all() {
        return collection.find().sort(ascending(Stored.ID)).into(new ArrayList<>());
    }
}
