package dev.paylater.webhook.delivery;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Filters.or;

import java.util.ArrayList;
import java.util.Date;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Which deliveries of a merchant are wanted; null narrows nothing.
 *
 * @param after the one behind which the page begins
 */
public record DeliveryFilter(
        String merchantId,
        @Nullable String endpointId,
        @Nullable String paymentId,
        @Nullable String status,
        @Nullable Delivery after) {

    Bson toBson() {
        var all = new ArrayList<Bson>();
        all.add(eq("merchant_id", merchantId));
        add(all, "endpoint_id", endpointId);
        add(all, "payment_id", paymentId);
        add(all, "status", status);
        if (after != null) {
            var created = Date.from(after.createdAt());
            all.add(
                    or(
                            lt("created_at", created),
                            and(eq("created_at", created), lt("_id", after.id()))));
        }
        return and(all);
    }

    private static void add(ArrayList<Bson> all, String field, @Nullable String value) {
        if (value != null) {
            all.add(eq(field, value));
        }
    }
}
