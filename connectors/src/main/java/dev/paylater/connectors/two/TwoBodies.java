package dev.paylater.connectors.two;

import dev.paylater.connector.kit.Address;
import dev.paylater.connector.kit.Basket;
import dev.paylater.connector.kit.Body;
import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.InvalidRequest;
import dev.paylater.connector.kit.Invoice;
import dev.paylater.connector.kit.MinorUnits;
import dev.paylater.connector.kit.OrderLine;
import dev.paylater.connector.kit.OrderLine.Kind;
import dev.paylater.connector.kit.ProductFields;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What Two is sent; amounts and rates are texts, and lines make the totals. */
final class TwoBodies {

    private static final int LONGEST_REFERENCE = 140;
    private static final int LONGEST_STREET = 255;

    static final ProductFields PRODUCT =
            ProductFields.of()
                    .digital("type", "DIGITAL")
                    .link(Feature.LINE_IMAGE, "image_url")
                    .link(Feature.LINE_LINK, "product_page_url")
                    .in("details", ProductFields.of().categories("categories"));

    private TwoBodies() {}

    static Body order(Context context) {
        var returnUrl = context.links().returnUrl();
        var reference = context.orderReference();
        var body =
                amounts(context, Basket.of(context).taxedByLine(), null)
                        .put("currency", context.currency())
                        .put("merchant_order_id", context.attemptId())
                        .put(
                                "merchant_reference",
                                reference == null ? context.paymentId() : reference)
                        .put("buyer", buyer(context))
                        .put("billing_address", address(context.billing(), context))
                        .put("shipping_address", address(context.shipping(), context))
                        .put("buyer_reference", context.buyerReference(), LONGEST_REFERENCE)
                        .put("buyer_purchase_order_number", context.metadata("purchase_order"))
                        .put("order_note", context.terms().text("description"))
                        .put(
                                "merchant_urls",
                                Body.of()
                                        .put("merchant_confirmation_url", returnUrl)
                                        .put("merchant_cancel_order_url", returnUrl)
                                        .put("merchant_order_verification_failed_url", returnUrl));
        var days = context.account().settings().at("net_term");
        return days.canConvertToInt()
                ? body.put(
                        "terms",
                        Body.of().put("type", "NET_TERMS").put("duration_days", days.asInt()))
                : body;
    }

    /** The whole needs no amounts; of a part, we name the line to find it again. */
    static Body fulfilment(Context context) {
        var invoice = Invoice.of(context);
        var body =
                Body.of()
                        .put("invoice_number", invoice.data("merchant_invoice_ref"))
                        .put("invoice_issue_date", invoice.data("invoice_date"));
        return isWhole(context)
                ? body
                : body.put(
                        "partial",
                        amounts(context, Basket.captured(context), context.operationId()));
    }

    static boolean isWhole(Context context) {
        return context.amount() == context.authorizedAmount();
    }

    static Body refund(Context context) {
        var lines = Basket.refunded(context).lines();
        var body =
                Body.of()
                        .put("amount", text(context, context.amount()))
                        .put("currency", context.currency())
                        .put("tax_subtotals", subtotals(context, lines))
                        .put("reason", context.reason())
                        .put("refund_reference", context.operationId());
        return context.namesLines() ? body.put("line_items", items(context, lines, null)) : body;
    }

    private static List<Body> items(
            Context context, List<OrderLine> lines, @Nullable String reference) {
        return lines.stream().map(line -> item(context, line, reference)).toList();
    }

    private static Body amounts(Context context, Basket basket, @Nullable String reference) {
        return Body.of()
                .put("gross_amount", text(context, basket.amount()))
                .put("net_amount", text(context, basket.amount() - basket.tax()))
                .put("tax_amount", text(context, basket.tax()))
                .put("tax_subtotals", subtotals(context, basket.lines()))
                .put("line_items", items(context, basket.lines(), reference));
    }

    private static Body item(Context context, OrderLine given, @Nullable String reference) {
        var line = given.divisible();
        var net = line.net();
        return PRODUCT.on(
                Body.of()
                        .put("name", line.name())
                        .put("description", line.name())
                        .put("line_item_reference", reference)
                        .put("quantity", String.valueOf(line.quantity()))
                        .put("quantity_unit", "pcs")
                        .put("unit_price", text(context, net / line.quantity()))
                        .put("net_amount", text(context, net))
                        .put("tax_amount", text(context, line.tax()))
                        .put("tax_rate", rate(line).toPlainString())
                        .put("tax_class_name", "VAT " + line.rate().toPlainString() + "%")
                        .put("gross_amount", text(context, line.amount()))
                        .put("type", type(line, context)),
                line);
    }

    private static String type(OrderLine line, Context context) {
        return line.kind() == Kind.SHIPPING
                ? "SHIPPING_FEE"
                : context.account().setting("item_type", "PHYSICAL");
    }

    /** One for each rate. */
    private static List<Body> subtotals(Context context, List<OrderLine> lines) {
        var taxes = new TreeMap<BigDecimal, Long>();
        var nets = new TreeMap<BigDecimal, Long>();
        for (var line : lines) {
            taxes.merge(rate(line), line.tax(), Long::sum);
            nets.merge(rate(line), line.net(), Long::sum);
        }
        var subtotals = new ArrayList<Body>();
        taxes.forEach(
                (rate, tax) ->
                        subtotals.add(
                                Body.of()
                                        .put("tax_rate", rate.toPlainString())
                                        .put("tax_amount", text(context, tax))
                                        .put(
                                                "taxable_amount",
                                                text(context, nets.getOrDefault(rate, 0L)))));
        return subtotals;
    }

    private static BigDecimal rate(OrderLine line) {
        return line.rate().movePointLeft(2);
    }

    private static Body buyer(Context context) {
        var number = context.metadata("registration_id");
        if (number == null) {
            throw new InvalidRequest("Two needs the company's metadata.registration_id.");
        }
        var billing = context.billing();
        return Body.of()
                .put(
                        "company",
                        Body.of()
                                .put("organization_number", number)
                                .put("country_prefix", context.country())
                                .put("company_name", context.company()))
                .put(
                        "representative",
                        Body.of()
                                .put("email", context.email())
                                .put("first_name", billing.firstName())
                                .put("last_name", billing.lastName())
                                .put("phone_number", billing.phone()));
    }

    /** As Two's own plugin has it (WC_Twoinc_Helper.php:495): there is no second line. */
    private static @Nullable String street(Address address) {
        return address.line1() == null || address.line2() == null
                ? address.line1()
                : address.line1() + ", " + address.line2();
    }

    private static Body address(Address address, Context context) {
        return Body.of()
                .put("organization_name", context.company())
                .put("street_address", street(address), LONGEST_STREET)
                .put("postal_code", address.zip())
                .put("city", address.city())
                .put("region", address.state())
                .put("country", address.country());
    }

    private static String text(Context context, long minor) {
        return MinorUnits.decimal(minor, context.currency()).toPlainString();
    }
}
