package dev.paylater.connector.provider.billie;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.Address;
import dev.paylater.connector.provider.Order;
import dev.paylater.connector.provider.OrderLine;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What Billie is sent. The same order always gives the same body. */
final class BillieBodies {

    private static final int USUAL_DURATION = 30;

    /** A street and the number behind it, if there is one. */
    private static final Pattern STREET = Pattern.compile("(.+?)\\s+(\\d+\\s?[a-zA-Z]?)");

    private static final Map<String, String> SALUTATIONS = Map.of("male", "m", "female", "f");

    private BillieBodies() {}

    static ObjectNode empty() {
        return JsonNodeFactory.instance.objectNode();
    }

    static ObjectNode order(Order order, Account account) {
        var settings = account.settings();
        var body = empty().put("external_code", order.attemptId());
        body.set("amount", BillieMoney.all(order));
        body.put("duration", settings.at("duration").asInt(USUAL_DURATION));
        if (settings.at("send_currency").asBoolean(false)) {
            body.put("currency", order.currency());
        }
        var billing = Address.of(order.terms().at("billing"));
        var shipping = Address.of(order.terms().at("shipping"));
        var debtor = settings.text("debtor_field");
        body.set(debtor == null ? "debtor" : debtor, debtor(order, billing, account));
        body.set("debtor_person", person(order, billing));
        body.set(
                "delivery_address",
                address(shipping.line1() == null ? billing : shipping, account));
        lines(order, body.putArray("line_items"));
        put(body, "comment", order.terms().text("description"));
        return body;
    }

    private static ObjectNode debtor(Order order, Address billing, Account account) {
        var metadata = order.terms().at("metadata");
        var person = (or(billing.firstName(), "") + " " + or(billing.lastName(), "")).strip();
        var debtor = empty().put("name", or(text(metadata, "company_name"), person));
        var form = text(metadata, "legal_form");
        put(debtor, "legal_form", form == null ? account.settings().text("legal_form") : form);
        debtor.set("company_address", address(billing, account));
        debtor.set("billing_address", address(billing, account));
        var customer = or(order.options().getCustomerId(), order.paymentId());
        debtor.put("merchant_customer_id", or(text(metadata, "merchant_buyer_ref"), customer));
        put(debtor, "tax_id", text(metadata, "tax_id"));
        put(debtor, "registration_number", text(metadata, "registration_id"));
        put(debtor, "registration_court", text(metadata, "registration_court"));
        debtor.put("established_customer", metadata.path("established_customer").asBoolean(false));
        return debtor;
    }

    private static ObjectNode person(Order order, Address billing) {
        var person = empty();
        put(person, "email", order.email());
        put(person, "first_name", billing.firstName());
        put(person, "last_name", billing.lastName());
        put(person, "phone_number", billing.phone());
        var gender = order.terms().text("gender");
        put(person, "salutation", gender == null ? null : SALUTATIONS.get(gender));
        return person;
    }

    /** A house number is wanted; where there is none, the account says what stands for it. */
    private static ObjectNode address(Address address, Account account) {
        var line = or(address.line1(), "");
        var parts = STREET.matcher(line);
        var numbered = parts.matches();
        var none = or(account.settings().text("house_number"), "-");
        var json = empty();
        json.put("street", numbered ? parts.group(1) : line);
        json.put("house_number", numbered ? parts.group(2) : none);
        put(json, "addition", address.line2());
        put(json, "postal_code", address.zip());
        put(json, "city", address.city());
        put(json, "country", address.country());
        return json;
    }

    private static void lines(Order order, ArrayNode items) {
        var details = order.terms().at("order_details");
        var position = 0;
        for (var line : OrderLine.balanced(details, order.amount())) {
            var said = details.path(position).path("total_tax_amount").asLong(0);
            var tax = said > 0 && said < line.amount() ? said : 0;
            position++;
            items.addObject()
                    .put("external_id", line.productId() == null ? "" + position : line.productId())
                    .put("title", line.name())
                    .put("quantity", line.quantity())
                    .set("amount", BillieMoney.of(line.amount(), tax, order.currency()));
        }
    }

    static ObjectNode remainder(Order order) {
        var body = empty();
        body.set("amount", BillieMoney.upTo(order, order.capturedAmount()));
        return body;
    }

    /** Exactly one order has its place on an invoice. */
    static ObjectNode invoice(Order order, String placed, String reference, String url) {
        var body = empty();
        body.putArray("orders").add(placed);
        body.put("external_code", reference);
        body.put("invoice_url", url);
        body.set(
                "amount",
                order.operation().authorizes()
                        ? BillieMoney.all(order)
                        : BillieMoney.part(order, order.capturedAmount()));
        var data = invoiceData(order);
        var shipping = empty();
        for (var name :
                new String[] {
                    "shipping_company",
                    "shipping_method",
                    "tracking_number",
                    "tracking_url",
                    "delivery_date"
                }) {
            put(shipping, name, text(data, name));
        }
        if (!shipping.isEmpty()) {
            body.set("shipping_info", shipping);
        }
        return body;
    }

    static ObjectNode creditNote(Order order) {
        var body = empty().put("external_code", order.operationId());
        body.set("amount", BillieMoney.part(order, 0));
        put(body, "comment", order.details().text("reason"));
        return body;
    }

    static JsonNode invoiceData(Order order) {
        return order.details().at("capture_metadata", "invoice_data");
    }

    static @Nullable String text(JsonNode json, String name) {
        var text = json.path(name).asString("");
        return text.isBlank() ? null : text;
    }

    private static String or(@Nullable String text, String otherwise) {
        return text == null ? otherwise : text;
    }

    private static void put(ObjectNode json, String name, @Nullable String value) {
        if (value != null) {
            json.put(name, value);
        }
    }
}
