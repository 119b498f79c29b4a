package dev.paylater.api.customer;

import dev.paylater.api.http.Call;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.node.ObjectNode;

/**
 * The customer object of a payment creates a customer or attaches the one that is known under its
 * id: what the body leaves out is filled in from there.
 */
@Component
public final class CustomerAttachment {

    private static final String CUSTOMER = "customer";
    private static final String CUSTOMER_ID = "customer_id";

    private final Customers customers;

    CustomerAttachment(Customers customers) {
        this.customers = customers;
    }

    /** Completes the customer of a payment's body in place. */
    public void attach(Call call, ObjectNode body) {
        if (body.get(CUSTOMER) instanceof ObjectNode customer) {
            var id = idOf(call, body, customer);
            customer.put("id", id);
            if (!customers.create(call.merchantId(), id, customer, call.commandId())) {
                customers.find(call.merchantId(), id).ifPresent(known -> fill(customer, known));
            }
        } else if (body.path(CUSTOMER_ID).isString()) {
            var id = body.path(CUSTOMER_ID).stringValue();
            customers
                    .find(call.merchantId(), id)
                    .ifPresent(known -> fill(body.putObject(CUSTOMER).put("id", id), known));
        }
    }

    private static String idOf(Call call, ObjectNode body, ObjectNode customer) {
        if (customer.path("id").isString()) {
            return customer.path("id").stringValue();
        }
        var deprecated = body.path(CUSTOMER_ID);
        return deprecated.isString() ? deprecated.stringValue() : call.newId("cus_");
    }

    private static void fill(ObjectNode customer, Customer known) {
        fill(customer, "name", known.name());
        fill(customer, "email", known.email());
        fill(customer, "phone", known.phone());
        fill(customer, "phone_country_code", known.phoneCountryCode());
    }

    private static void fill(ObjectNode customer, String name, @Nullable String known) {
        if (known != null && !customer.path(name).isString()) {
            customer.put(name, known);
        }
    }
}
