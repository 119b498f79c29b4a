package dev.paylater.connectors.riverty;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.connector.kit.Address;
import dev.paylater.connector.kit.Basket;
import dev.paylater.connector.kit.Body;
import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.CustomerHistory;
import dev.paylater.connector.kit.InvalidRequest;
import dev.paylater.connector.kit.Invoice;
import dev.paylater.connector.kit.MinorUnits;
import dev.paylater.connector.kit.OrderLine;
import dev.paylater.connector.kit.ProductFields;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What Riverty is sent; lines must make the totals, gross and net. */
final class RivertyBodies {

    private static final int LONGEST_NUMBER = 19;
    private static final int LONGEST_REFERENCE = 20;
    private static final int LONGEST_DESCRIPTION = 200;
    private static final int LONGEST_PRODUCT = 49;
    private static final int LONGEST_ADDITION = 10;
    private static final int RATE_DIGITS = 2;

    private static final Set<String> DEBITED = Set.of("AT", "DE");

    private static final Map<String, String> SALUTATIONS = Map.of("male", "Mr", "female", "Mrs");

    static final ProductFields PRODUCT = ProductFields.of().link(Feature.LINE_IMAGE, "imageUrl");

    private RivertyBodies() {}

    /** The merchant wants the customer to go to Riverty's page. */
    static boolean isHosted(Context context) {
        return "redirect_to_url".equals(context.terms().text("payment_experience"));
    }

    static Body authorization(Context context) {
        var body = order(context, payment(context));
        return body.put("merchantUrl", context.links().returnUrl());
    }

    /** On the page they choose their plan and give their bank account themselves. */
    static Body hosted(Context context) {
        return Body.of()
                .put("merchantUrl", context.links().returnUrl())
                .put("webhookUrl", context.links().webhookUrl())
                .put(
                        "authorizeRequest",
                        order(
                                context,
                                Body.of()
                                        .put(
                                                "type",
                                                isInstallment(type(context))
                                                        ? "Installment"
                                                        : "Invoice")));
    }

    static Body capture(Context context) {
        var number = invoiceNumber(context);
        if (number.length() > LONGEST_NUMBER) {
            throw new InvalidRequest("merchant_invoice_ref is longer than 19 characters.");
        }
        var body =
                Body.of()
                        .put("orderDetails", totals(context, Basket.captured(context)))
                        .put("invoiceNumber", number);
        var buyer = Invoice.of(context).data("merchant_buyer_ref");
        return buyer == null
                ? body
                : body.put("references", Body.of().put("yourReference", buyer, LONGEST_REFERENCE));
    }

    static Body refund(Context context) {
        var capture = context.captureId();
        if (capture == null) {
            throw new InvalidRequest("there is no capture to be refunded");
        }
        return Body.of()
                .put("captureNumber", capture)
                .put(
                        context.account().setting("refund_items_field", "items"),
                        items(context, Basket.refunded(context).lines()))
                .put("refundType", "Refund")
                .put("creditNoteNumber", creditNoteNumber(context));
    }

    /** What a capture is found by again: the merchant's number, else one of ours. */
    static String invoiceNumber(Context context) {
        var number = Invoice.of(context).data("merchant_invoice_ref");
        return number == null ? shortened(Invoice.of(context).capture()) : number;
    }

    static String creditNoteNumber(Context context) {
        return shortened(context.operationId());
    }

    /** Our names are longer than Riverty takes: a digest of them is as much theirs alone. */
    private static String shortened(String name) {
        return UUID.nameUUIDFromBytes(name.getBytes(UTF_8))
                .toString()
                .replace("-", "")
                .substring(0, LONGEST_NUMBER);
    }

    private static Body order(Context context, Body payment) {
        var body =
                Body.of()
                        .put("payment", payment)
                        .put("customer", customer(context))
                        .put(
                                "order",
                                totals(context, Basket.of(context).taxedByLine())
                                        .put("number", context.attemptId()));
        return context.terms().at("shipping").isObject()
                ? body.put("deliveryCustomer", person(context.delivery(), context))
                : body;
    }

    private static Body payment(Context context) {
        var type = type(context);
        var body = Body.of().put("type", isInstallment(type) ? "Installment" : "Invoice");
        if (isInstallment(type)) {
            var profile = context.account().settings().at("installment_profile");
            if (!profile.canConvertToInt()) {
                throw new InvalidRequest("The account has no setting installment_profile.");
            }
            body.put("installment", Body.of().put("profileNo", profile.asInt()));
        }
        if (needsAccount(type, context)) {
            var account = context.terms().text("payment_method_data", "pay_later", type, "iban");
            if (account == null) {
                throw new InvalidRequest(
                        "payment_method_data.pay_later.%s.iban is missing".formatted(type));
            }
            body.put("directDebit", Body.of().put("bankAccount", account));
        }
        return body;
    }

    /**
     * In Germany and Austria instalments are debited (Riverty's plugin, RestClient.php:486-512).
     */
    private static boolean needsAccount(String type, Context context) {
        return type.endsWith("direct_debit")
                || (isInstallment(type) && DEBITED.contains(String.valueOf(context.country())));
    }

    private static String type(Context context) {
        var type = context.options().getPaymentMethodType();
        return type == null ? "invoice" : type;
    }

    private static boolean isInstallment(String type) {
        return type.startsWith("installment");
    }

    private static Body customer(Context context) {
        var billing = context.billing();
        var gender = context.terms().text("gender");
        var company = context.isCompany();
        return person(billing, context)
                .put("riskData", risk(CustomerHistory.of(context)).json())
                .put("email", context.email())
                .put("mobilePhone", needed(context, billing.phone(), "phone"))
                .put("birthDate", needed(context, context.terms().text("birth_date"), "birth date"))
                .put("salutation", gender == null ? null : SALUTATIONS.get(gender))
                .put("companyName", company ? context.company() : null)
                .put(
                        "identificationNumber",
                        company
                                ? context.metadata("registration_id")
                                : context.terms().text("ssn"));
    }

    private static Body risk(@Nullable CustomerHistory known) {
        return known == null
                ? Body.of()
                : Body.of()
                        .put("existingCustomer", known.paidOrders() > 0)
                        .put("customerSince", known.since().toString())
                        .put("numberOfTransactions", known.paidOrders());
    }

    /** Of a person in the Netherlands (Riverty's plugin), unless the hosted page asks for it. */
    private static @Nullable String needed(Context context, @Nullable String text, String what) {
        return "NL".equals(context.country()) && !context.isCompany() && !isHosted(context)
                ? InvalidRequest.required(text, "Riverty", what)
                : text;
    }

    /** A second line that is longer than the number's addition may be is sent as careOf. */
    private static Body person(Address address, Context context) {
        var line2 = address.line2();
        var isAddition = line2 != null && line2.length() <= LONGEST_ADDITION;
        return Body.of()
                .put("customerCategory", context.isCompany() ? "Company" : "Person")
                .put("firstName", address.firstName())
                .put("lastName", address.lastName())
                .put(
                        "address",
                        Body.of()
                                .put("street", address.street())
                                .put("streetNumber", address.houseNumber())
                                .put("streetNumberAdditional", isAddition ? line2 : null)
                                .put("careOf", isAddition ? null : line2)
                                .put("postalCode", address.zip())
                                .put("postalPlace", address.city())
                                .put("countryCode", address.country()));
    }

    private static Body totals(Context context, Basket basket) {
        return Body.of()
                .put("totalGrossAmount", decimal(context, basket.amount()))
                .put("totalNetAmount", decimal(context, basket.amount() - basket.tax()))
                .put("currency", context.currency())
                .put("items", items(context, basket.lines()));
    }

    private static List<Body> items(Context context, List<OrderLine> lines) {
        var items = new ArrayList<Body>();
        lines.forEach(line -> items.add(item(context, line, items.size() + 1)));
        return items;
    }

    private static Body item(Context context, OrderLine given, int position) {
        var line = given.divisible();
        var pieces = line.quantity();
        return PRODUCT.on(
                Body.of()
                        .put(
                                "productId",
                                or(line.productId(), String.valueOf(position)),
                                LONGEST_PRODUCT)
                        .put("description", line.name(), LONGEST_DESCRIPTION)
                        .put("quantity", pieces)
                        .put("grossUnitPrice", decimal(context, line.amount() / pieces))
                        .put("netUnitPrice", decimal(context, line.net() / pieces))
                        .put("vatPercent", line.rate().setScale(RATE_DIGITS, RoundingMode.HALF_UP))
                        .put("vatAmount", decimal(context, line.tax() / pieces)),
                line);
    }

    private static BigDecimal decimal(Context context, long minor) {
        return MinorUnits.decimal(minor, context.currency());
    }

    private static String or(@Nullable String text, String otherwise) {
        return text == null ? otherwise : text;
    }
}
