package dev.paylater.connector.provider.mondu;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.Address;
import dev.paylater.connector.provider.Order;
import dev.paylater.connector.provider.OrderLine;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What Mondu is sent. The same order always gives the same body. */
final class MonduBodies {

    private static final Set<String> LANGUAGES = Set.of("en", "de", "nl", "fr", "es", "it");

    private MonduBodies() {}

    static ObjectNode empty() {
        return JsonNodeFactory.instance.objectNode();
    }

    static ObjectNode order(Order order, Account account) {
        var body = total(order, order.amount());
        body.put("payment_method", paymentMethod(order, account));
        body.put("currency", order.currency());
        body.put("source", "hosted");
        var flow = account.settings().text("state_flow");
        body.put("state_flow", flow == null ? "authorization_flow" : flow);
        body.put("language", language(order, account));
        if (account.settings().at("net_term").canConvertToInt()) {
            body.put("net_term", account.settings().at("net_term").asInt());
        }
        body.put("success_url", order.links().returnUrl());
        body.put("cancel_url", order.links().returnUrl());
        body.put("declined_url", order.links().returnUrl());
        var billing = Address.of(order.terms().at("billing"));
        var shipping = Address.of(order.terms().at("shipping"));
        body.set("buyer", buyer(order, billing));
        body.set("billing_address", address(billing));
        body.set("shipping_address", address(shipping.line1() == null ? billing : shipping));
        return body;
    }

    /** The order as it shall be from now on: nothing more than what is captured. */
    static ObjectNode remainder(Order order) {
        return total(order, order.capturedAmount());
    }

    /** An amount, and lines that make it: gross is net and tax, less the discount. */
    private static ObjectNode total(Order order, long gross) {
        var body = empty().put("external_reference_id", order.attemptId());
        var details = order.terms().at("order_details");
        var line = empty();
        var items = line.putArray("line_items");
        var discount = 0L;
        var taxes = 0L;
        var position = 0;
        for (var item : OrderLine.balanced(details, gross)) {
            var tax =
                    Math.clamp(
                            details.path(position).path("total_tax_amount").asLong(0),
                            0,
                            Math.max(0, item.amount()));
            position++;
            if (item.amount() < 0) {
                discount -= item.amount();
                continue;
            }
            taxes += tax;
            var net = item.amount() - tax;
            var pieces = net % item.quantity() == 0 ? item.quantity() : 1;
            items.addObject()
                    .put("external_reference_id", order.attemptId() + "-" + position)
                    .put("product_id", item.productId() == null ? item.name() : item.productId())
                    .put("title", item.name())
                    .put("quantity", pieces)
                    .put("net_price_per_item_cents", net / pieces)
                    .put("net_price_cents", net)
                    .put("tax_cents", tax);
        }
        line.put("discount_cents", discount);
        line.put("tax_cents", taxes);
        line.put("shipping_price_cents", 0);
        line.put("buyer_fee_cents", 0);
        body.put("gross_amount_cents", gross);
        body.put("tax_cents", taxes);
        body.put("total_discount_cents", discount);
        body.put("net_price_cents", gross - taxes + discount);
        body.putArray("lines").add(line);
        return body;
    }

    static ObjectNode invoice(Order order, String reference, String url, Account account) {
        var body =
                empty().put("external_reference_id", reference)
                        .put("invoice_url", url)
                        .put("gross_amount_cents", order.amount());
        var data = invoiceData(order);
        var delivery = text(data, "delivery_date");
        if (delivery != null) {
            body.putObject("shipping_info").put("delivery_date", delivery);
        }
        // The field exists, its name is not known for sure.
        var field = account.settings().text("invoice_date_field");
        if (field != null) {
            put(body, field, text(data, "invoice_date"));
        }
        return body;
    }

    static ObjectNode creditNote(Order order) {
        var body =
                empty().put("external_reference_id", order.operationId())
                        .put("gross_amount_cents", order.amount());
        put(body, "notes", order.details().text("reason"));
        return body;
    }

    static JsonNode invoiceData(Order order) {
        return order.details().at("capture_metadata", "invoice_data");
    }

    static @Nullable String text(JsonNode json, String name) {
        var text = json.path(name).asString("");
        return text.isBlank() ? null : text;
    }

    private static ObjectNode buyer(Order order, Address billing) {
        var metadata = order.terms().at("metadata");
        var name = (first(billing.firstName(), "") + " " + first(billing.lastName(), "")).strip();
        var buyer = empty();
        put(buyer, "email", order.email());
        put(buyer, "first_name", billing.firstName());
        put(buyer, "last_name", billing.lastName());
        buyer.put("company_name", first(text(metadata, "company_name"), name));
        put(buyer, "phone", billing.phone());
        var reference = text(metadata, "merchant_buyer_ref");
        put(
                buyer,
                "external_reference_id",
                reference == null ? order.options().getCustomerId() : reference);
        put(buyer, "legal_form", text(metadata, "legal_form"));
        put(buyer, "registration_id", text(metadata, "registration_id"));
        return buyer;
    }

    private static ObjectNode address(Address address) {
        var json = empty();
        put(json, "address_line1", address.line1());
        put(json, "address_line2", address.line2());
        put(json, "city", address.city());
        put(json, "zip_code", address.zip());
        put(json, "state", address.state());
        put(json, "country_code", address.country());
        return json;
    }

    private static String paymentMethod(Order order, Account account) {
        var type = first(order.options().getPaymentMethodType(), "invoice");
        var named = account.settings().text("payment_methods", type);
        return named == null ? MonduCapabilities.PAYMENT_METHODS.getOrDefault(type, type) : named;
    }

    private static String language(Order order, Account account) {
        var locale = first(order.terms().text("locale"), "");
        var language = locale.substring(0, Math.min(2, locale.length())).toLowerCase(Locale.ROOT);
        return LANGUAGES.contains(language)
                ? language
                : first(account.settings().text("language"), "en");
    }

    private static String first(@Nullable String text, String otherwise) {
        return text == null ? otherwise : text;
    }

    private static void put(ObjectNode json, String name, @Nullable String value) {
        if (value != null) {
            json.put(name, value);
        }
    }
}
