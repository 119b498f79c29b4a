package dev.paylater.api.store;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.in;

import dev.paylater.api.json.Json;
import java.util.Collection;
import java.util.Locale;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** What a list of payments is narrowed by; for each there is an index, newest first. */
public enum PaymentFilter {
    STATUS("status", "PaymentStatus"),
    CONNECTOR("connector", "Connector"),
    CURRENCY("payment.intent.currency", "Currency"),
    PAYMENT_METHOD_TYPE("payment.intent.payment_method_type", "PaymentMethodType"),
    PROFILE_ID("payment.profile_id", null),
    CUSTOMER_ID("payment.intent.customer_id", null),
    MERCHANT_ORDER_REFERENCE_ID(PaymentList.ORDER_REFERENCE, null);

    private final String path;
    private final @Nullable String schema;

    PaymentFilter(String path, @Nullable String schema) {
        this.path = path;
        this.schema = schema;
    }

    /** The query parameter, which the interface calls like the payment's field. */
    public String parameter() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The schema that lists its values; null when any text is one. */
    public @Nullable String schema() {
        return schema;
    }

    /** Payments that have one of these values. */
    public Bson condition(Collection<String> values) {
        var stored = values.stream().map(this::stored).toList();
        return stored.size() == 1 ? eq(path, stored.getFirst()) : in(path, stored);
    }

    /** A carried field is kept as JSON text. */
    private String stored(String value) {
        return this == MERCHANT_ORDER_REFERENCE_ID ? Json.text(value) : value;
    }
}
