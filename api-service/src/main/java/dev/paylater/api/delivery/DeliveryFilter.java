package dev.paylater.api.delivery;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Filters.or;

import java.util.ArrayList;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** The conditions on a merchant's deliveries; null narrows nothing. */
public record DeliveryFilter(
        String merchantId,
        @Nullable String endpointId,
        @Nullable String paymentId,
        @Nullable String status) {

    /** The deliveries of a payment. */
    public static DeliveryFilter ofPayment(String merchantId, String paymentId) {
        return new DeliveryFilter(merchantId, null, paymentId, null);
    }

    /**
     * The conditions as the store takes them.
     *
     * @param last the last delivery of the page before; null at the first page
     */
    Bson after(@Nullable Document last) {
        var all = new ArrayList<Bson>();
        all.add(eq("merchant_id", merchantId));
        add(all, "endpoint_id", endpointId);
        add(all, "payment_id", paymentId);
        add(all, "status", status);
        if (last != null) {
            var created = last.getDate("created_at");
            all.add(
                    or(
                            lt("created_at", created),
                            and(eq("created_at", created), lt("_id", last.getString("_id")))));
        }
        return and(all);
    }

    private static void add(ArrayList<Bson> all, String field, @Nullable String value) {
        if (value != null) {
            all.add(eq(field, value));
        }
    }
}
