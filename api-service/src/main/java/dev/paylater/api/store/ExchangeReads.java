package dev.paylater.api.store;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Sorts.ascending;
import static dev.paylater.api.store.Deadline.bounded;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.paylater.kit.security.SealedPlace;
import dev.paylater.kit.security.Sealer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The exchanges with providers that did not succeed, which connector-service keeps. */
@Component
public final class ExchangeReads {

    private static final String ID = "_id";

    private final MongoCollection<Document> exchanges;
    private final Sealer sealer;

    ExchangeReads(MongoDatabase database, Sealer sealer) {
        this.exchanges = database.getCollection("provider_exchanges");
        this.sealer = sealer;
    }

    /**
     * An exchange.
     *
     * @param sealed null once the customer is deleted
     */
    public record ProviderExchange(
            String id,
            String merchantId,
            String paymentId,
            String operationId,
            String operation,
            String connector,
            String account,
            Instant at,
            String result,
            @Nullable String sealed) {}

    /** Those of a payment, the oldest first. */
    public List<ProviderExchange> list(String merchantId, String paymentId) {
        var found = new ArrayList<ProviderExchange>();
        bounded(exchanges.find(of(merchantId, paymentId)))
                .sort(ascending("at", ID))
                .forEach(each -> found.add(read(each)));
        return found;
    }

    /** One of a payment. */
    public Optional<ProviderExchange> find(String merchantId, String paymentId, String id) {
        return Optional.ofNullable(
                        bounded(exchanges.find(and(of(merchantId, paymentId), eq(ID, id)))).first())
                .map(ExchangeReads::read);
    }

    /** The request and its answer as JSON; null once the customer is deleted. */
    public @Nullable String open(ProviderExchange exchange) {
        var sealed = exchange.sealed();
        return sealed == null
                ? null
                : sealer.open(
                        sealed,
                        new SealedPlace(exchange.merchantId(), exchange.paymentId(), "exchange"));
    }

    private static Bson of(String merchantId, String paymentId) {
        return and(eq("merchant_id", merchantId), eq("payment_id", paymentId));
    }

    private static ProviderExchange read(Document found) {
        return new ProviderExchange(
                found.getString(ID),
                found.getString("merchant_id"),
                found.getString("payment_id"),
                found.getString("operation_id"),
                found.getString("operation"),
                found.getString("connector"),
                found.getString("account"),
                found.getDate("at").toInstant(),
                found.getString("result"),
                found.getString("exchange"));
    }
}
