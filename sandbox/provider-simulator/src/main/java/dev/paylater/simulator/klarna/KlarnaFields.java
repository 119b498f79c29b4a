package dev.paylater.simulator.klarna;

import dev.paylater.simulator.dialect.BadRequest;
import dev.paylater.simulator.dialect.BadRequest.Kind;
import dev.paylater.simulator.dialect.Fields;
import java.net.URI;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What a body may hold. A field that Klarna does not know is a bad value, like a wrong one. */
final class KlarnaFields {

    /** The largest amount that the API describes. */
    static final long MOST = 200_000_000;

    private static final Pattern COUNTRY = Pattern.compile("[A-Z]{2}");
    private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");
    private static final Pattern HTTP = Pattern.compile("https?://");
    private static final Pattern LOCALE = Pattern.compile("[a-z]{2}(-[A-Z]{2})?");
    private static final int MOST_LINES = 1000;
    private static final int LONGEST_TEXT = 255;

    private static final Set<String> SESSION =
            Set.of(
                    "intent",
                    "purchase_country",
                    "purchase_currency",
                    "locale",
                    "order_amount",
                    "order_tax_amount",
                    "order_lines",
                    "merchant_reference1",
                    "merchant_reference2",
                    "merchant_urls",
                    "billing_address",
                    "shipping_address",
                    "customer");
    private static final Set<String> ADDRESS =
            Set.of(
                    "given_name",
                    "family_name",
                    "email",
                    "phone",
                    "street_address",
                    "street_address2",
                    "postal_code",
                    "city",
                    "region",
                    "country",
                    "organization_name",
                    "attention",
                    "title");
    private static final Set<String> CUSTOMER =
            Set.of(
                    "type",
                    "date_of_birth",
                    "gender",
                    "last_four_ssn",
                    "national_identification_number",
                    "organization_registration_id",
                    "organization_entity_type",
                    "vat_id");
    private static final Set<String> LINE =
            Set.of(
                    "name",
                    "quantity",
                    "unit_price",
                    "total_amount",
                    "total_tax_amount",
                    "tax_rate",
                    "total_discount_amount",
                    "type",
                    "reference",
                    "quantity_unit",
                    "image_url",
                    "product_url",
                    "product_identifiers",
                    "subscription");
    private static final Set<String> LINE_TYPES =
            Set.of(
                    "physical",
                    "discount",
                    "shipping_fee",
                    "sales_tax",
                    "digital",
                    "gift_card",
                    "store_credit",
                    "surcharge");
    private static final Set<String> NEGATIVE = Set.of("discount", "gift_card", "store_credit");

    private KlarnaFields() {}

    static void checkSession(Fields body) {
        onlyKnown(body, SESSION);
        body.oneOf("intent", Set.of("buy", "tokenize", "buy_and_tokenize"));
        body.requiredText("purchase_country", COUNTRY);
        body.requiredText("purchase_currency", CURRENCY);
        if (body.has("locale")) {
            body.requiredText("locale", LOCALE);
        }
        reference(body, "merchant_reference1");
        reference(body, "merchant_reference2");
        urls(
                body.object("merchant_urls"),
                Set.of("confirmation", "notification", "push", "authorization"));
        onlyKnown(body.object("billing_address"), ADDRESS);
        onlyKnown(body.object("shipping_address"), ADDRESS);
        onlyKnown(body.object("customer"), CUSTOMER);
        body.object("customer").oneOf("type", Set.of("person", "organization"));
        var amount = amount(body, "order_amount", 1);
        checkLines(body, amount);
    }

    /** Each line is its quantity times its price less its discount, and together the order. */
    static void checkLines(Fields body, long orderAmount) {
        var lines = body.object().get("order_lines");
        if (lines == null || !lines.isArray() || lines.isEmpty() || lines.size() > MOST_LINES) {
            throw body.wrong("order_lines", "must hold 1 to 1000 lines");
        }
        var sum = 0L;
        var tax = 0L;
        for (var at = 0; at < lines.size(); at++) {
            var name = "order_lines[" + at + "]";
            if (!(lines.get(at) instanceof ObjectNode object)) {
                throw body.wrong(name, "must be an object");
            }
            var line = new Fields(object, name + ".");
            onlyKnown(line, LINE);
            sum += total(line);
            tax += orZero(line.amount("total_tax_amount", Long.MIN_VALUE));
        }
        if (sum != orderAmount) {
            throw body.wrong("order_amount", "is not the sum of the order lines, " + sum);
        }
        var orderTax = body.amount("order_tax_amount", 0);
        if (orderTax != null && orderTax != tax && !hasSalesTax(body, orderTax)) {
            throw body.wrong("order_tax_amount", "is not the sum of the lines' taxes, " + tax);
        }
    }

    private static boolean hasSalesTax(Fields body, long orderTax) {
        var sum = 0L;
        for (var line : body.object().get("order_lines")) {
            if ("sales_tax".equals(line.path("type").asString(""))) {
                sum += line.path("total_amount").asLong();
            }
        }
        return sum == orderTax;
    }

    private static long total(Fields line) {
        var name = line.requiredText("name");
        if (name.length() > LONGEST_TEXT) {
            throw line.wrong("name", "is too long");
        }
        var type = line.oneOf("type", LINE_TYPES);
        var least = type != null && NEGATIVE.contains(type) ? -MOST : 0;
        var quantity = line.requiredAmount("quantity", 1);
        var price = line.requiredAmount("unit_price", least);
        var total = line.requiredAmount("total_amount", least);
        if (total != quantity * price - orZero(line.amount("total_discount_amount", 0))) {
            throw line.wrong("total_amount", "is not quantity times unit_price less discount");
        }
        return total;
    }

    static long amount(Fields body, String name, long least) {
        var amount = body.requiredAmount(name, least);
        if (amount > MOST) {
            throw body.wrong(name, "must be at most " + MOST);
        }
        return amount;
    }

    static @Nullable String reference(Fields body, String name) {
        var text = body.text(name);
        if (text != null && text.length() > LONGEST_TEXT) {
            throw body.wrong(name, "must have at most 255 characters");
        }
        return text;
    }

    static void urls(Fields urls, Set<String> known) {
        onlyKnown(urls, known);
        for (var name : urls.object().propertyNames()) {
            var url = urls.requiredText(name);
            // Klarna fills in what stands in double braces before it uses the address.
            var filled = url.replace("{{", "").replace("}}", "");
            if (!HTTP.matcher(filled).lookingAt() || URI.create(filled).getHost() == null) {
                throw urls.wrong(name, "must be a URL");
            }
        }
    }

    static void onlyKnown(Fields fields, Set<String> known) {
        for (var name : fields.object().propertyNames()) {
            if (!known.contains(name)) {
                throw new BadRequest(Kind.WRONG, name, fields.prefix() + name + " is not known.");
            }
        }
    }

    private static long orZero(@Nullable Long amount) {
        return amount == null ? 0 : amount;
    }
}
