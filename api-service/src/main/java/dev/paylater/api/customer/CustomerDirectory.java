package dev.paylater.api.customer;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/** A merchant's customers as the interface shows them, for the console. */
@Component
public final class CustomerDirectory {

    private final Customers customers;

    CustomerDirectory(Customers customers) {
        this.customers = customers;
    }

    /**
     * Newest first.
     *
     * @param after customer_id of the last one that was seen; null: from the newest on
     */
    public List<JsonNode> list(String merchantId, @Nullable String after, int limit) {
        var from =
                after == null
                        ? null
                        : customers
                                .find(merchantId, after)
                                .orElseThrow(() -> ApiException.notFound("customer"));
        return customers.list(merchantId, from, limit).stream()
                .map(
                        customer ->
                                Json.read(
                                        Json.write(
                                                json -> CustomerController.write(customer, json))))
                .toList();
    }
}
