package dev.paylater.connector.exchange;

import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import dev.paylater.connector.call.FailedExchange;
import dev.paylater.connector.exchange.Surplus.Kept;
import dev.paylater.kit.mongo.ExpiryIndex;
import dev.paylater.kit.security.SealedPlace;
import dev.paylater.kit.security.Sealer;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.data.domain.Sort;
import org.springframework.data.domain.Sort.Direction;
import org.springframework.data.mongodb.core.MongoOperations;
import org.springframework.data.mongodb.core.index.Index;
import org.springframework.stereotype.Component;

/** The collection of exchanges. It forgets them after a while by itself. */
@Component
class MongoExchanges {

    private static final Duration KEPT = Duration.ofDays(30);
    private static final String MERCHANT = "merchantId";
    private static final String PAYMENT = "paymentId";
    private static final String AT = "at";

    private final MongoOperations store;
    private final Sealer sealer;
    private final ExpiryIndex expiry;
    private final AtomicBoolean indexed = new AtomicBoolean();

    MongoExchanges(MongoOperations store, Sealer sealer) {
        this.store = store;
        this.sealer = sealer;
        this.expiry = new ExpiryIndex(store, ProviderExchange.class, AT, KEPT);
    }

    /** Blocks until it is stored, and what is too many with it deleted. */
    void write(FailedExchange exchange, Instant at) {
        ensureIndexes();
        var merchantId = exchange.merchantId();
        var paymentId = exchange.paymentId();
        store.insert(
                new ProviderExchange(
                        UUID.randomUUID().toString(),
                        merchantId,
                        paymentId,
                        exchange.operationId(),
                        exchange.operation(),
                        exchange.connector(),
                        exchange.account(),
                        at,
                        exchange.result(),
                        sealer.seal(
                                exchange.text(),
                                new SealedPlace(merchantId, paymentId, "exchange")),
                        1));
        var ofPayment =
                query(where(MERCHANT).is(merchantId).and(PAYMENT).is(paymentId)).with(Sort.by(AT));
        ofPayment.fields().include("operationId");
        var surplus =
                Surplus.among(
                        store.query(ProviderExchange.class)
                                .as(Kept.class)
                                .matching(ofPayment)
                                .all());
        if (!surplus.isEmpty()) {
            store.remove(query(where("id").in(surplus)), ProviderExchange.class);
        }
    }

    private void ensureIndexes() {
        expiry.ensure();
        if (!indexed.get()) {
            store.indexOps(ProviderExchange.class)
                    .createIndex(
                            new Index(MERCHANT, Direction.ASC)
                                    .on(PAYMENT, Direction.ASC)
                                    .on(AT, Direction.ASC));
            indexed.set(true);
        }
    }
}
