package dev.paylater.connector.provider.mondu;

import static dev.paylater.connector.provider.Body.put;
import static dev.paylater.connector.provider.HttpAnswer.text;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.Address;
import dev.paylater.connector.provider.Body;
import dev.paylater.connector.provider.Invoice;
import dev.paylater.connector.provider.Order;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** What Mondu is sent. The same order always gives the same body. */
final class MonduBodies {

    private static final Set<String> LANGUAGES = Set.of("en", "de", "nl", "fr", "es", "it");

    private MonduBodies() {}

    static ObjectNode order(Order order, Account account) {
        var body = total(order, order.amount());
        body.put("payment_method", paymentMethod(order, account));
        body.put("currency", order.currency());
        body.put("source", "hosted");
        body.put("state_flow", account.setting("state_flow", "authorization_flow"));
        body.put("language", language(order, account));
        if (account.settings().at("net_term").canConvertToInt()) {
            body.put("net_term", account.settings().at("net_term").asInt());
        }
        for (var way : new String[] {"success_url", "cancel_url", "declined_url"}) {
            body.put(way, order.links().returnUrl());
        }
        body.set("buyer", buyer(order));
        body.set("billing_address", address(order.billing()));
        body.set("shipping_address", address(order.shipping()));
        return body;
    }

    /** The order as it shall be from now on: nothing more than what is captured. */
    static ObjectNode remainder(Order order) {
        return total(order, order.capturedAmount());
    }

    /** An amount, and lines that make it: gross is net and tax, less the discount. */
    private static ObjectNode total(Order order, long gross) {
        var line = Body.empty();
        var items = line.putArray("line_items");
        var discount = 0L;
        var taxes = 0L;
        var position = 0;
        for (var item : order.lines(gross)) {
            position++;
            if (item.amount() < 0) {
                discount -= item.amount();
                continue;
            }
            taxes += item.tax();
            var net = item.amount() - item.tax();
            var pieces = net % item.quantity() == 0 ? item.quantity() : 1;
            items.addObject()
                    .put(MonduErrors.REFERENCE, order.attemptId() + "-" + position)
                    .put("product_id", item.productId() == null ? item.name() : item.productId())
                    .put("title", item.name())
                    .put("quantity", pieces)
                    .put("net_price_per_item_cents", net / pieces)
                    .put("net_price_cents", net)
                    .put("tax_cents", item.tax());
        }
        line.put("discount_cents", discount);
        line.put("tax_cents", taxes);
        line.put("shipping_price_cents", 0);
        line.put("buyer_fee_cents", 0);
        var body = Body.empty().put(MonduErrors.REFERENCE, order.attemptId());
        body.put("gross_amount_cents", gross);
        body.put("tax_cents", taxes);
        body.put("total_discount_cents", discount);
        body.put("net_price_cents", gross - taxes + discount);
        body.putArray("lines").add(line);
        return body;
    }

    static ObjectNode invoice(Invoice invoice, String url, Account account) {
        var body =
                Body.empty()
                        .put(MonduErrors.REFERENCE, invoice.number())
                        .put("invoice_url", url)
                        .put("gross_amount_cents", invoice.order().amount());
        var delivery = text(invoice.data(), "delivery_date");
        if (delivery != null) {
            body.putObject("shipping_info").put("delivery_date", delivery);
        }
        // The field exists, its name is not known for sure.
        var field = account.settings().text("invoice_date_field");
        if (field != null) {
            put(body, field, text(invoice.data(), "invoice_date"));
        }
        return body;
    }

    static ObjectNode creditNote(Order order) {
        var body =
                Body.empty()
                        .put(MonduErrors.REFERENCE, order.operationId())
                        .put("gross_amount_cents", order.amount());
        put(body, "notes", order.details().text("reason"));
        return body;
    }

    private static ObjectNode buyer(Order order) {
        var billing = order.billing();
        var company = order.metadata("company_name");
        var reference = order.metadata("merchant_buyer_ref");
        var buyer = Body.empty();
        put(buyer, "email", order.email());
        put(buyer, "first_name", billing.firstName());
        put(buyer, "last_name", billing.lastName());
        buyer.put("company_name", company == null ? billing.name() : company);
        put(buyer, "phone", billing.phone());
        put(
                buyer,
                MonduErrors.REFERENCE,
                reference == null ? order.options().getCustomerId() : reference);
        put(buyer, "legal_form", order.metadata("legal_form"));
        put(buyer, "registration_id", order.metadata("registration_id"));
        return buyer;
    }

    private static ObjectNode address(Address address) {
        var json = Body.empty();
        put(json, "address_line1", address.line1());
        put(json, "address_line2", address.line2());
        put(json, "city", address.city());
        put(json, "zip_code", address.zip());
        put(json, "state", address.state());
        put(json, "country_code", address.country());
        return json;
    }

    private static String paymentMethod(Order order, Account account) {
        var said = order.options().getPaymentMethodType();
        var type = said == null ? "invoice" : said;
        var named = account.settings().text("payment_methods", type);
        return named == null ? MonduCapabilities.PAYMENT_METHODS.getOrDefault(type, type) : named;
    }

    private static String language(Order order, Account account) {
        var locale = order.terms().text("locale");
        var language =
                locale == null || locale.length() < 2
                        ? ""
                        : locale.substring(0, 2).toLowerCase(Locale.ROOT);
        return LANGUAGES.contains(language) ? language : account.setting("language", "en");
    }
}
