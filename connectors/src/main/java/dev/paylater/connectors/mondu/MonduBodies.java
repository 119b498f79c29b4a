package dev.paylater.connectors.mondu;

import dev.paylater.connector.kit.Address;
import dev.paylater.connector.kit.Basket;
import dev.paylater.connector.kit.Body;
import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.Invoice;
import dev.paylater.connector.kit.OrderLine;
import dev.paylater.connector.kit.OrderLine.Kind;
import dev.paylater.connector.kit.ProductFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What Mondu is sent. */
final class MonduBodies {

    /** Our sub-types and Mondu's payment methods, unless the account names others. */
    static final Map<String, String> PAYMENT_METHODS =
            Map.of(
                    "invoice", "invoice",
                    "direct_debit", "direct_debit",
                    "installment_direct_debit", "installment",
                    "installment_invoice", "installment_by_invoice",
                    "subscription_invoice", "billing_statement");

    private static final Set<String> LANGUAGES = Set.of("en", "de", "nl", "fr", "es", "it");

    static final ProductFields PRODUCT = ProductFields.of().digital("item_type", "VIRTUAL");

    /** Net, tax, shipping and fee make gross, less the discount. */
    private static Body amounts(Basket basket) {
        return Body.of()
                .put(
                        "net_price_cents",
                        basket.amount()
                                - basket.tax()
                                - basket.netShipping()
                                - basket.netSurcharge()
                                + basket.netDiscount())
                .put("tax_cents", basket.tax())
                .put("gross_amount_cents", basket.amount());
    }

    private static Body lines(Context context, Basket basket) {
        var items = new ArrayList<Body>();
        for (var line : products(basket)) {
            items.add(item(context, line, items.size() + 1));
        }
        return Body.of()
                .put("line_items", items)
                .put("discount_cents", basket.netDiscount())
                .put("tax_cents", basket.tax())
                .put("shipping_price_cents", basket.netShipping())
                .put("buyer_fee_cents", basket.netSurcharge());
    }

    private static Body item(Context context, OrderLine line, int position) {
        var divisible = isDivisible(line);
        var pieces = divisible ? line.quantity() : 1;
        return PRODUCT.on(
                Body.of()
                        .put(Mondu.REFERENCE, name(context, position))
                        .put(
                                "product_id",
                                line.productId() == null ? line.name() : line.productId())
                        .put("title", divisible ? line.name() : line.bundleName())
                        .put("quantity", pieces)
                        .put("net_price_per_item_cents", line.net() / pieces)
                        .put("net_price_cents", line.net())
                        .put("tax_cents", line.tax()),
                line);
    }

    private static List<OrderLine> products(Basket basket) {
        return basket.items().stream().filter(line -> line.kind() != Kind.SURCHARGE).toList();
    }

    private static String name(Context context, int position) {
        return context.attemptId() + "-" + position;
    }

    private static boolean isDivisible(OrderLine line) {
        return line.net() % line.quantity() == 0;
    }

    /** Which products of the order it is of, by the names that they have there. */
    private static List<Body> named(Basket part, Context context) {
        var order = products(Basket.of(context, context.authorizedAmount()).taxedByLine());
        var named = new ArrayList<Body>();
        for (var line : products(part)) {
            var position = new Basket(order).positionOf(line);
            if (position > 0) {
                var pieces = isDivisible(order.get(position - 1)) ? line.quantity() : 1;
                named.add(
                        Body.of()
                                .put(Mondu.REFERENCE, name(context, position))
                                .put("quantity", pieces));
            }
        }
        return named;
    }

    private MonduBodies() {}

    static Body order(Context context) {
        var account = context.account();
        var basket = Basket.of(context).taxedByLine();
        var returnUrl = context.links().returnUrl();
        var body =
                amounts(basket)
                        .put(Mondu.REFERENCE, context.attemptId())
                        .put("total_discount_cents", basket.netDiscount())
                        .put("lines", List.of(lines(context, basket)))
                        .put("payment_method", paymentMethod(context))
                        .put("currency", context.currency())
                        .put("source", "hosted")
                        .put("state_flow", account.setting("state_flow", "authorization_flow"))
                        .put("language", language(context))
                        .put("success_url", returnUrl)
                        .put("cancel_url", returnUrl)
                        .put("declined_url", returnUrl)
                        .put("buyer", buyer(context))
                        .put("billing_address", address(context.billing()))
                        .put("shipping_address", address(context.shipping()));
        var netTerm = account.settings().at("net_term");
        return netTerm.canConvertToInt() ? body.put("net_term", netTerm.asInt()) : body;
    }

    /** The order as it shall be from now on: what is captured, with the tax of that part. */
    static Body adjustment(Context context) {
        var captured = context.withAmount(context.capturedAmount());
        var basket = new Basket(Basket.part(captured, 0));
        return Body.of()
                .put(Mondu.REFERENCE, context.attemptId())
                .put("currency", context.currency())
                .put("amount", amounts(basket))
                .put("total_discount_cents", basket.netDiscount())
                .put("lines", List.of(lines(context, basket)));
    }

    static Body invoice(Context context) {
        var invoice = Invoice.of(context);
        var body =
                Body.of()
                        .put(Mondu.REFERENCE, invoice.number())
                        .put("invoice_url", invoice.url())
                        .put("gross_amount_cents", context.amount());
        if (context.namesLines()) {
            var captured = Basket.captured(context);
            body.put("tax_cents", captured.tax())
                    .put("discount_cents", captured.netDiscount())
                    .put("shipping_price_cents", captured.netShipping())
                    .put("line_items", named(captured, context));
        }
        var delivery = invoice.data("delivery_date");
        if (delivery != null) {
            body.put("shipping_info", Body.of().put("delivery_date", delivery));
        }
        // The field exists, its name is not known for sure.
        var field = context.account().settings().text("invoice_date_field");
        return field == null ? body : body.put(field, invoice.data("invoice_date"));
    }

    static Body creditNote(Context context) {
        var refunded = Basket.refunded(context);
        var body =
                Body.of()
                        .put(Mondu.REFERENCE, context.operationId())
                        .put("gross_amount_cents", context.amount())
                        .put("tax_cents", refunded.tax())
                        .put("notes", context.reason());
        return context.namesLines() ? body.put("line_items", named(refunded, context)) : body;
    }

    private static Body buyer(Context context) {
        var billing = context.billing();
        return Body.of()
                .put("email", context.email())
                .put("first_name", billing.firstName())
                .put("last_name", billing.lastName())
                .put("company_name", context.company())
                .put("phone", billing.phone())
                .put(Mondu.REFERENCE, context.buyerReference())
                .put("legal_form", context.metadata("legal_form"))
                .put("registration_id", context.metadata("registration_id"));
    }

    private static Body address(Address address) {
        return Body.of()
                .put("address_line1", address.line1())
                .put("address_line2", address.line2())
                .put("city", address.city())
                .put("zip_code", address.zip())
                .put("state", address.state())
                .put("country_code", address.country());
    }

    private static String paymentMethod(Context context) {
        var given = context.options().getPaymentMethodType();
        var type = given == null ? "invoice" : given;
        var named = context.account().settings().text("payment_methods", type);
        return named == null ? PAYMENT_METHODS.getOrDefault(type, type) : named;
    }

    private static String language(Context context) {
        return context.locales()
                .map(locale -> locale.toLowerCase(Locale.ROOT).split("[-_]", 2)[0])
                .filter(LANGUAGES::contains)
                .findFirst()
                .orElseGet(() -> context.account().setting("language", "en"));
    }
}
