package dev.paylater.connectors.klarna;

import dev.paylater.connector.kit.Address;
import dev.paylater.connector.kit.Basket;
import dev.paylater.connector.kit.Body;
import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.CustomerHistory;
import dev.paylater.connector.kit.InvalidRequest;
import dev.paylater.connector.kit.Languages;
import dev.paylater.connector.kit.OrderLine;
import dev.paylater.connector.kit.ProductFields;
import dev.paylater.connector.kit.Verifications;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What Klarna is sent. Settings of the account: {@code locale} when the payment names none, and
 * {@code payment_method_category_filter} for accounts that have more categories than KLARNA.
 */
final class KlarnaBodies {

    /** Under this name the session's address is known when its page is opened. */
    static final String SESSION = "session_url";

    /** The hosted page's category for each of the interface's sub-types. */
    static final Map<String, String> CATEGORIES =
            Map.of(
                    "invoice", "PAY_LATER",
                    "installment_invoice", "PAY_OVER_TIME",
                    "installment_direct_debit", "PAY_OVER_TIME",
                    "direct_debit", "DIRECT_DEBIT");

    private static final int MAX_LINES = 1000;
    private static final int LONGEST_NAME = 255;
    private static final int LONGEST_PART = 99;
    private static final int LONGEST_ZIP = 10;
    private static final int LONGEST_ACCOUNT = 24;
    private static final int LONGEST_LINK = 1024;
    private static final int LONGEST_CATEGORY = 750;
    private static final int LONGEST_BRAND = 70;
    private static final long WHOLE = 10_000;
    private static final Set<String> STATES = Set.of("AU", "US");

    /** docs.klarna.com: purchase countries, currencies and locales. */
    private static final Languages LANGUAGES =
            Languages.of(
                    "AT de en",
                    "AU en",
                    "BE nl fr en",
                    "CA en fr",
                    "CH de fr it en",
                    "CZ cs en",
                    "DE de en",
                    "DK da en",
                    "ES es en",
                    "FI fi sv en",
                    "FR fr en",
                    "GB en",
                    "GR el en",
                    "HU hu en",
                    "IE en",
                    "IT it en",
                    "MX es en",
                    "NL nl en",
                    "NO nb en",
                    "NZ en",
                    "PL pl en",
                    "PT pt en",
                    "RO ro en",
                    "SE sv en",
                    "SK sk en",
                    "US en es");

    /** As the lines of its OpenAPI have it. */
    static final ProductFields PRODUCT =
            ProductFields.of()
                    .link(Feature.LINE_IMAGE, "image_url", LONGEST_LINK)
                    .link(Feature.LINE_LINK, "product_url", LONGEST_LINK)
                    .digital("type", "digital")
                    .in(
                            "product_identifiers",
                            ProductFields.of()
                                    .categoryPath("category_path", LONGEST_CATEGORY)
                                    .text(Feature.LINE_BRAND, "brand", LONGEST_BRAND));

    private KlarnaBodies() {}

    static Body session(Context context) {
        return described(context, context.amount()).put("intent", intent(context));
    }

    private static String intent(Context context) {
        if (!context.wantsMandate()) {
            return "buy";
        }
        return context.amount() == 0 ? "tokenize" : "buy_and_tokenize";
    }

    /** What the session described, which is now ordered. */
    static Body order(Context context) {
        return described(context, context.netAmount())
                .put("auto_capture", context.capturesAutomatically());
    }

    /** An order without the customer. */
    static Body charge(Context context) {
        var lines = orderLines(context, context.netAmount());
        return purchase(context, lines)
                .put("order_tax_amount", tax(lines))
                .put("auto_capture", context.capturesAutomatically());
    }

    static Body token(Context context) {
        var locale = LANGUAGES.locale(context);
        return Body.of()
                .put("purchase_country", context.country())
                .put("purchase_currency", context.currency())
                .put("locale", locale == null ? "en-" + context.country() : locale)
                .put("description", "Later payments")
                .put("intended_use", "SUBSCRIPTION");
    }

    private static Body described(Context context, long total) {
        var country = context.country();
        if (country == null) {
            throw new InvalidRequest("Klarna needs the country of the billing address.");
        }
        var lines = orderLines(context, total);
        var body =
                purchase(context, lines)
                        .put("purchase_country", country)
                        .put("locale", LANGUAGES.locale(context))
                        .put(
                                "merchant_urls",
                                Body.of()
                                        .put("confirmation", context.links().returnUrl())
                                        .put("notification", Verifications.provenAddress(context)))
                        .put("billing_address", address(context.billing(), context))
                        .put("customer", customer(context))
                        .put("attachment", merchantData(context).json());
        var tax = tax(lines);
        return tax > 0 ? body.put("order_tax_amount", tax) : body;
    }

    private static Body purchase(Context context, List<OrderLine> lines) {
        var reference = context.orderReference();
        var body =
                Body.of()
                        .put("purchase_currency", context.currency())
                        .put("order_amount", lines.stream().mapToLong(OrderLine::amount).sum())
                        .put("order_lines", lines(lines, tax(lines) != 0))
                        .put("merchant_reference1", context.paymentId())
                        .put(
                                "merchant_reference2",
                                reference == null ? context.attemptId() : reference);
        return context.terms().at("shipping").isObject()
                ? body.put("shipping_address", address(context.delivery(), context))
                : body;
    }

    static Body page(Context context) {
        var returnUrl = context.links().returnUrl();
        var urls = Body.of();
        Stream.of("success", "cancel", "back", "failure", "error")
                .forEach(way -> urls.put(way, returnUrl));
        var options = Body.of().put("place_order_mode", orderMode(context));
        var type = context.options().getPaymentMethodType();
        if (type != null && context.account().flag("payment_method_category_filter", false)) {
            options.put("payment_method_category", CATEGORIES.get(type));
        }
        return Body.of()
                .put("payment_session_url", context.kept(SESSION))
                .put(
                        "merchant_urls",
                        urls.put("status_update", Verifications.provenAddress(context)))
                .put("options", options);
    }

    private static String orderMode(Context context) {
        if (context.wantsMandate()) {
            return "NONE";
        }
        return context.capturesAutomatically() ? "CAPTURE_ORDER" : "PLACE_ORDER";
    }

    /** The reference is what a capture is found by when the answer to it was lost. */
    static Body capture(Context context) {
        var body =
                Body.of()
                        .put("captured_amount", context.amount())
                        .put("reference", context.operationId());
        return context.namesLines() ? lined(body, Basket.captured(context).lines()) : body;
    }

    static Body refund(Context context) {
        var body =
                Body.of()
                        .put("refunded_amount", context.amount())
                        .put("reference", context.operationId())
                        .put("description", context.reason());
        return context.namesLines() ? lined(body, Basket.refunded(context).lines()) : body;
    }

    private static Body lined(Body body, List<OrderLine> lines) {
        return body.put("order_lines", lines(lines, tax(lines) != 0));
    }

    static Body increase(Context context) {
        var lines = orderLines(context, context.amount());
        return Body.of()
                .put("order_amount", context.amount())
                .put("order_lines", lines(lines, tax(lines) != 0))
                .put("description", context.reason());
    }

    /** Each line is its quantity times its price, and together they are the order. */
    private static List<Body> lines(List<OrderLine> lines, boolean taxed) {
        return lines.stream().map(line -> line(line, taxed)).toList();
    }

    /** In the United States the tax is a line of its own (krokedil, class-kp-order-data.php). */
    private static List<OrderLine> orderLines(Context context, long total) {
        var basket = Basket.of(context, total);
        var lines =
                ("US".equals(context.country()) ? basket.taxedByOrder() : basket.taxedByLine())
                        .lines();
        var whole = total == 0 || (lines.size() == 1 && lines.getFirst().isAdjustment());
        return lines.isEmpty() || whole || lines.size() > MAX_LINES
                ? List.of(OrderLine.whole(context.paymentId(), total))
                : lines;
    }

    /** The order's tax, where the merchant gives taxes that Klarna's rates can express; else 0. */
    private static long tax(List<OrderLine> lines) {
        return lines.stream().allMatch(KlarnaBodies::hasRate) ? new Basket(lines).tax() : 0;
    }

    /** Klarna calculates the tax from the rate, at most 100 %, and allows for rounding. */
    private static boolean hasRate(OrderLine line) {
        var rate = rate(line);
        var calculated = line.amount() * rate / (WHOLE + rate);
        return rate <= WHOLE && Math.abs(calculated - line.tax()) <= 1;
    }

    /** Percent, in hundredths. */
    private static long rate(OrderLine line) {
        return line.rate().movePointRight(2).setScale(0, RoundingMode.HALF_UP).longValueExact();
    }

    /** A price that is not a whole number of minor units is given for all pieces together. */
    private static Body line(OrderLine line, boolean taxed) {
        var body =
                Body.of()
                        .put("type", type(line))
                        .put("name", line.title(), LONGEST_NAME)
                        .put("quantity", line.pieces())
                        .put("unit_price", line.unitAmount())
                        .put("total_amount", line.amount())
                        .put("reference", line.productId());
        PRODUCT.on(body, line);
        return taxed ? body.put("tax_rate", rate(line)).put("total_tax_amount", line.tax()) : body;
    }

    private static String type(OrderLine line) {
        if (line.isDiscount()) {
            return "discount";
        }
        return switch (line.kind()) {
            case SHIPPING -> "shipping_fee";
            case ORDER_TAX -> "sales_tax";
            case SURCHARGE, ADJUSTMENT -> "surcharge";
            case ITEM -> "physical";
        };
    }

    private static Body customer(Context context) {
        return context.isCompany()
                ? Body.of()
                        .put("type", "organization")
                        .put("organization_registration_id", context.metadata("registration_id"))
                        .put("vat_id", context.metadata("vat_id"))
                : Body.of()
                        .put("type", "person")
                        .put("date_of_birth", context.terms().text("birth_date"));
    }

    /**
     * Extra merchant data (docs.klarna.com), as a text. An account's id has 24 characters at most:
     * of a customer with a longer one Klarna is told nothing, since a part would be another's.
     */
    private static Body merchantData(Context context) {
        var known = CustomerHistory.of(context);
        var customerId = context.options().getCustomerId();
        if (known == null || customerId == null || customerId.length() > LONGEST_ACCOUNT) {
            return Body.of();
        }
        var account =
                Body.of()
                        .put("unique_account_identifier", customerId)
                        .put("account_registration_date", known.since().toString());
        var paid =
                Body.of()
                        .put("unique_account_identifier", customerId)
                        .put("paid_before", known.paidOrders() > 0);
        var data =
                Body.of()
                        .put("customer_account_info", List.of(account))
                        .put("payment_history_simple", List.of(paid));
        return Body.of()
                .put("content_type", "application/vnd.klarna.internal.emd-v2+json")
                .put("body", data.json().toString());
    }

    private static Body address(Address address, Context context) {
        return Body.of()
                .put("given_name", within(address.firstName(), "name"))
                .put("family_name", within(address.lastName(), "name"))
                .put("street_address", within(address.line1(), "street"))
                .put("street_address2", address.line2(), LONGEST_PART)
                .put(
                        "postal_code",
                        InvalidRequest.within(LONGEST_ZIP, address.zip(), "Klarna", "postcode"))
                .put("city", within(address.city(), "city"))
                .put("region", within(state(address), "state"))
                .put("country", address.country())
                .put("phone", address.phone())
                .put(
                        "email",
                        within(
                                address.email() == null ? context.email() : address.email(),
                                "e-mail address"))
                .put(
                        "organization_name",
                        context.isCompany() ? context.metadata("company_name") : null,
                        LONGEST_PART);
    }

    /** Without it there is no address in these countries (its OpenAPI: mandatory). */
    private static @Nullable String state(Address address) {
        return address.line1() != null && STATES.contains(String.valueOf(address.country()))
                ? InvalidRequest.required(address.state(), "Klarna", "state")
                : address.state();
    }

    private static @Nullable String within(@Nullable String text, String what) {
        return InvalidRequest.within(LONGEST_PART, text, "Klarna", what);
    }
}
