package dev.paylater.connector.exchange;

import java.time.Instant;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * An exchange as it is stored.
 *
 * @param exchange sealed
 * @param version api-service replaces it by, when it seals it again
 */
@Document("provider_exchanges")
record ProviderExchange(
        @Id String id,
        String merchantId,
        String paymentId,
        String operationId,
        String operation,
        String connector,
        String account,
        Instant at,
        String result,
        String exchange,
        long version) {}
