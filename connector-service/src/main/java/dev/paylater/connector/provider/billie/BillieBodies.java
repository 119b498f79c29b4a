package dev.paylater.connector.provider.billie;

import static dev.paylater.connector.provider.Body.put;
import static dev.paylater.connector.provider.HttpAnswer.text;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.Address;
import dev.paylater.connector.provider.Body;
import dev.paylater.connector.provider.Invoice;
import dev.paylater.connector.provider.Order;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What Billie is sent. The same order always gives the same body. */
final class BillieBodies {

    private static final int USUAL_DURATION = 30;

    /** A street and the number behind it, if there is one. */
    private static final Pattern STREET = Pattern.compile("(.+?)\\s+(\\d+\\s?[a-zA-Z]?)");

    private static final Map<String, String> SALUTATIONS = Map.of("male", "m", "female", "f");

    private BillieBodies() {}

    static ObjectNode order(Order order, Account account) {
        var settings = account.settings();
        var body = Body.empty().put("external_code", order.attemptId());
        body.set("amount", BillieMoney.all(order));
        body.put("duration", settings.at("duration").asInt(USUAL_DURATION));
        if (settings.at("send_currency").asBoolean(false)) {
            body.put("currency", order.currency());
        }
        body.set(account.setting("debtor_field", "debtor"), debtor(order, account));
        body.set("debtor_person", person(order));
        body.set("delivery_address", address(order.shipping(), account));
        lines(order, body.putArray("line_items"));
        put(body, "comment", order.terms().text("description"));
        return body;
    }

    private static ObjectNode debtor(Order order, Account account) {
        var billing = order.billing();
        var debtor = Body.empty().put("name", or(order.metadata("company_name"), billing.name()));
        var form = order.metadata("legal_form");
        put(debtor, "legal_form", form == null ? account.settings().text("legal_form") : form);
        debtor.set("company_address", address(billing, account));
        debtor.set("billing_address", address(billing, account));
        var customer = or(order.options().getCustomerId(), order.paymentId());
        debtor.put("merchant_customer_id", or(order.metadata("merchant_buyer_ref"), customer));
        put(debtor, "tax_id", order.metadata("tax_id"));
        put(debtor, "registration_number", order.metadata("registration_id"));
        put(debtor, "registration_court", order.metadata("registration_court"));
        debtor.put(
                "established_customer",
                order.terms().at("metadata", "established_customer").asBoolean(false));
        return debtor;
    }

    private static ObjectNode person(Order order) {
        var billing = order.billing();
        var person = Body.empty();
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
        var none = account.setting("house_number", "-");
        var json = Body.empty();
        json.put("street", numbered ? parts.group(1) : line);
        json.put("house_number", numbered ? parts.group(2) : none);
        put(json, "addition", address.line2());
        put(json, "postal_code", address.zip());
        put(json, "city", address.city());
        put(json, "country", address.country());
        return json;
    }

    private static void lines(Order order, ArrayNode items) {
        var position = 0;
        for (var line : order.lines(order.amount())) {
            position++;
            items.addObject()
                    .put("external_id", line.productId() == null ? "" + position : line.productId())
                    .put("title", line.name())
                    .put("quantity", line.quantity())
                    .set("amount", BillieMoney.of(line.amount(), line.tax(), order.currency()));
        }
    }

    static ObjectNode remainder(Order order) {
        var body = Body.empty();
        body.set("amount", BillieMoney.upTo(order, order.capturedAmount()));
        return body;
    }

    /** Exactly one order has its place on an invoice. */
    static ObjectNode invoice(Invoice invoice, String url) {
        var order = invoice.order();
        var body = Body.empty();
        body.putArray("orders").add(order.requiredTransactionId());
        body.put("external_code", invoice.number());
        body.put("invoice_url", url);
        body.set("amount", BillieMoney.part(order, order.capturedAmount()));
        var shipping = Body.empty();
        for (var name :
                new String[] {
                    "shipping_company",
                    "shipping_method",
                    "tracking_number",
                    "tracking_url",
                    "delivery_date"
                }) {
            put(shipping, name, text(invoice.data(), name));
        }
        if (!shipping.isEmpty()) {
            body.set("shipping_info", shipping);
        }
        return body;
    }

    static ObjectNode creditNote(Order order) {
        var body = Body.empty().put("external_code", order.operationId());
        body.set("amount", BillieMoney.part(order, 0));
        put(body, "comment", order.details().text("reason"));
        return body;
    }

    private static String or(@Nullable String text, String otherwise) {
        return text == null ? otherwise : text;
    }
}
