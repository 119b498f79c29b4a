package dev.paylater.simulator.klarna;

import dev.paylater.simulator.dialect.StrictFields;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What Klarna reads in a body, and what it refuses there; it overlooks what it does not know. */
final class KlarnaFields {

    /** The largest amount that the API describes. */
    static final long MOST = 200_000_000;

    private static final Pattern COUNTRY = Pattern.compile("[A-Za-z]{2}");
    private static final Pattern CURRENCY = Pattern.compile("[A-Za-z]{3}");
    private static final Pattern HTTP = Pattern.compile("https?://");
    private static final Pattern LOCALE = Pattern.compile("[A-Za-z]{2}(-[A-Za-z]{2})?");
    private static final int MAX_LINES = 1000;
    private static final int LONGEST_TEXT = 255;

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

    /** The one currency in which Klarna sells in a country. */
    private static final Map<String, String> CURRENCIES =
            Map.ofEntries(
                    Map.entry("AU", "AUD"),
                    Map.entry("CA", "CAD"),
                    Map.entry("CH", "CHF"),
                    Map.entry("CZ", "CZK"),
                    Map.entry("DK", "DKK"),
                    Map.entry("GB", "GBP"),
                    Map.entry("HU", "HUF"),
                    Map.entry("MX", "MXN"),
                    Map.entry("NO", "NOK"),
                    Map.entry("NZ", "NZD"),
                    Map.entry("PL", "PLN"),
                    Map.entry("RO", "RON"),
                    Map.entry("SE", "SEK"),
                    Map.entry("US", "USD"));

    private static final Set<String> EURO =
            Set.of("AT", "BE", "DE", "ES", "FI", "FR", "GR", "IE", "IT", "NL", "PT", "SK");

    private static final int LONGEST_COMPANY = 100;
    private static final int LONGEST_LINK = 1024;

    private static final Set<String> SHIPPING_METHODS =
            Set.of(
                    "PickUpStore",
                    "Home",
                    "BoxReg",
                    "BoxUnreg",
                    "PickUpPoint",
                    "Own",
                    "Postal",
                    "DHLPackstation",
                    "Digital",
                    "Undefined");

    private static final Set<String> STATES = Set.of("AU", "US");

    private static final Set<String> NEGATIVE = Set.of("discount", "gift_card", "store_credit");

    private KlarnaFields() {}

    static void checkSession(StrictFields body) {
        var intent = body.oneOf("intent", Set.of("buy", "tokenize", "buy_and_tokenize"));
        var country = upper(body.requiredText("purchase_country", COUNTRY));
        if (!sells(country, currency(body))) {
            throw body.wrong("purchase_currency", "is not that of " + country);
        }
        if (body.has("locale")) {
            body.requiredText("locale", LOCALE);
        }
        region(body.object("billing_address"));
        region(body.object("shipping_address"));
        reference(body, "merchant_reference1");
        reference(body, "merchant_reference2");
        urls(body.object("merchant_urls"));
        body.object("customer").oneOf("type", Set.of("person", "organization"));
        checkLines(body, amount(body, "order_amount", "tokenize".equals(intent) ? 0 : 1));
    }

    /** An address in these countries has one. */
    private static void region(StrictFields address) {
        if (address.has("street_address")
                && STATES.contains(upper(String.valueOf(address.text("country"))))) {
            address.requiredText("region");
        }
    }

    /** An order of a customer token, whose customer and country are the token's. */
    static void checkTokenOrder(StrictFields body) {
        currency(body);
        reference(body, "merchant_reference1");
        reference(body, "merchant_reference2");
        urls(body.object("merchant_urls"));
        body.requiredAmount("order_tax_amount", 0);
        checkLines(body, amount(body, "order_amount", 1));
    }

    /** Capital or small letters are the same. */
    static String currency(StrictFields body) {
        return upper(body.requiredText("purchase_currency", CURRENCY));
    }

    private static boolean sells(String country, String currency) {
        return EURO.contains(country)
                ? currency.equals("EUR")
                : CURRENCIES.getOrDefault(country, currency).equals(currency);
    }

    private static String upper(String text) {
        return text.toUpperCase(Locale.ROOT);
    }

    /** Each line is its quantity times its price less its discount, and together the order. */
    static void checkLines(StrictFields body, long orderAmount) {
        var lines = body.object().get("order_lines");
        if (lines == null || !lines.isArray() || lines.isEmpty() || lines.size() > MAX_LINES) {
            throw body.wrong("order_lines", "must hold 1 to 1000 lines");
        }
        var sum = 0L;
        var tax = 0L;
        for (var at = 0; at < lines.size(); at++) {
            var name = "order_lines[" + at + "]";
            if (!(lines.get(at) instanceof ObjectNode object)) {
                throw body.wrong(name, "must be an object");
            }
            var line = new StrictFields(object, name + ".");
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

    private static boolean hasSalesTax(StrictFields body, long orderTax) {
        var sum = 0L;
        for (var line : body.object().get("order_lines")) {
            if ("sales_tax".equals(line.path("type").asString(""))) {
                sum += line.path("total_amount").asLong();
            }
        }
        return sum == orderTax;
    }

    private static long total(StrictFields line) {
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

    static long amount(StrictFields body, String name, long least) {
        var amount = body.requiredAmount(name, least);
        if (amount > MOST) {
            throw body.wrong(name, "must be at most " + MOST);
        }
        return amount;
    }

    static @Nullable String reference(StrictFields body, String name) {
        var text = body.text(name);
        if (text != null && text.length() > LONGEST_TEXT) {
            throw body.wrong(name, "must have at most 255 characters");
        }
        return text;
    }

    static void urls(StrictFields urls) {
        for (var name : urls.object().propertyNames()) {
            var url = urls.requiredText(name);
            // Klarna fills in what stands in double braces before it uses the address.
            var filled = url.replace("{{", "").replace("}}", "");
            if (!HTTP.matcher(filled).lookingAt() || URI.create(filled).getHost() == null) {
                throw urls.wrong(name, "must be a URL");
            }
        }
    }

    /** Of 1 to 500 parcels, each with texts of their lengths. */
    static List<ObjectNode> shippingInfo(StrictFields body) {
        var parcels = body.object().get("shipping_info");
        if (parcels == null || !parcels.isArray() || parcels.isEmpty() || parcels.size() > 500) {
            throw body.wrong("shipping_info", "must hold 1 to 500 entries");
        }
        var read = new ArrayList<ObjectNode>();
        for (var at = 0; at < parcels.size(); at++) {
            var name = "shipping_info[" + at + "]";
            if (!(parcels.get(at) instanceof ObjectNode object)) {
                throw body.wrong(name, "must be an object");
            }
            var parcel = new StrictFields(object, name + ".");
            for (var text : List.of("shipping_company", "tracking_number")) {
                within(parcel, text, LONGEST_COMPANY);
            }
            within(parcel, "tracking_uri", LONGEST_LINK);
            parcel.oneOf("shipping_method", SHIPPING_METHODS);
            read.add(object);
        }
        return read;
    }

    private static void within(StrictFields parcel, String name, int longest) {
        var text = parcel.text(name);
        if (text != null && text.length() > longest) {
            throw parcel.wrong(name, "must have at most " + longest + " characters");
        }
    }

    private static long orZero(@Nullable Long amount) {
        return amount == null ? 0 : amount;
    }
}
