package dev.paylater.connector.provider.klarna;

import static dev.paylater.connector.provider.Body.put;
import static dev.paylater.connector.provider.HttpAnswer.text;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.Address;
import dev.paylater.connector.provider.Body;
import dev.paylater.connector.provider.Order;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What Klarna is sent. Settings of the account: {@code locale} when the payment names none, and
 * {@code payment_method_category_filter} false for accounts that know the category KLARNA only.
 */
final class KlarnaBodies {

    private static final Pattern LOCALE = Pattern.compile("[a-z]{2}-[A-Z]{2}");
    private static final Set<String> COMPANIES = Set.of("company", "organization", "business");

    /** The hosted page's category for each of the interface's sub-types. */
    private static final Map<String, String> CATEGORIES =
            Map.of(
                    "invoice", "PAY_LATER",
                    "installment_invoice", "PAY_OVER_TIME",
                    "installment_direct_debit", "PAY_OVER_TIME",
                    "direct_debit", "DIRECT_DEBIT");

    private KlarnaBodies() {}

    static ObjectNode session(Order order, Account account) {
        var body = Body.empty();
        body.put("intent", "buy");
        put(body, "purchase_country", order.country());
        body.put("purchase_currency", order.currency());
        put(body, "locale", locale(order, account));
        body.put("order_amount", order.amount());
        body.set("order_lines", KlarnaLines.of(order, order.amount()));
        body.put("merchant_reference1", order.paymentId());
        body.put("merchant_reference2", order.attemptId());
        var notification = KlarnaWebhooks.address(order, account);
        var urls = body.putObject("merchant_urls").put("confirmation", order.links().returnUrl());
        put(urls, "notification", notification);
        var metadata = order.terms().at("metadata");
        var company = COMPANIES.contains(metadata.path("buyer_type").asString(""));
        var billing = order.billing();
        body.set("billing_address", address(billing, order.email(), metadata, company));
        if (order.terms().at("shipping").isObject()) {
            var shipping = Address.of(order.terms().at("shipping"));
            body.set("shipping_address", address(shipping, order.email(), metadata, company));
        }
        body.set("customer", customer(order, metadata, company));
        return body;
    }

    static ObjectNode page(Order order, Account account, String session) {
        var body = Body.empty();
        body.put("payment_session_url", session);
        var urls = body.putObject("merchant_urls");
        for (var way : new String[] {"success", "cancel", "back", "failure", "error"}) {
            urls.put(way, order.links().returnUrl());
        }
        put(urls, "status_update", KlarnaWebhooks.address(order, account));
        var options = body.putObject("options");
        options.put(
                "place_order_mode",
                order.capturesAutomatically() ? "CAPTURE_ORDER" : "PLACE_ORDER");
        if (account.settings().at("payment_method_category_filter").asBoolean(true)) {
            var category = order.options().getPaymentMethodType();
            put(
                    options,
                    "payment_method_category",
                    category == null ? null : CATEGORIES.get(category));
        }
        return body;
    }

    /** The reference is what a capture is found by when the answer to it was lost. */
    static ObjectNode capture(Order order) {
        return Body.empty()
                .put("captured_amount", order.amount())
                .put("reference", order.operationId());
    }

    static ObjectNode refund(Order order) {
        var body =
                Body.empty()
                        .put("refunded_amount", order.amount())
                        .put("reference", order.operationId());
        put(body, "description", order.details().text("reason"));
        return body;
    }

    static ObjectNode increase(Order order) {
        var body = Body.empty().put("order_amount", order.amount());
        body.set("order_lines", KlarnaLines.of(order, order.amount()));
        put(body, "description", order.details().text("reason"));
        return body;
    }

    private static ObjectNode customer(Order order, JsonNode metadata, boolean company) {
        var customer = Body.empty().put("type", company ? "organization" : "person");
        if (company) {
            put(customer, "organization_registration_id", text(metadata, "registration_id"));
            put(customer, "vat_id", text(metadata, "vat_id"));
        } else {
            put(customer, "date_of_birth", order.terms().text("birth_date"));
        }
        return customer;
    }

    private static ObjectNode address(
            Address address, @Nullable String email, JsonNode metadata, boolean company) {
        var json = Body.empty();
        put(json, "given_name", address.firstName());
        put(json, "family_name", address.lastName());
        put(json, "street_address", address.line1());
        put(json, "street_address2", address.line2());
        put(json, "postal_code", address.zip());
        put(json, "city", address.city());
        put(json, "region", address.state());
        put(json, "country", address.country());
        put(json, "phone", address.phone());
        put(json, "email", address.email() == null ? email : address.email());
        if (company) {
            put(json, "organization_name", text(metadata, "company_name"));
        }
        return json;
    }

    private static @Nullable String locale(Order order, Account account) {
        for (var locale :
                new String[] {
                    order.terms().text("locale"),
                    order.terms().text("browser_info", "language"),
                    account.settings().text("locale")
                }) {
            if (locale != null && LOCALE.matcher(locale).matches()) {
                return locale;
            }
        }
        return null;
    }
}
