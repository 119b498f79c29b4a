package dev.paylater.connectors.billie;

import dev.paylater.connector.kit.Address;
import dev.paylater.connector.kit.Basket;
import dev.paylater.connector.kit.Body;
import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.Fields;
import dev.paylater.connector.kit.Invoice;
import dev.paylater.connector.kit.MinorUnits;
import dev.paylater.connector.kit.OrderLine;
import dev.paylater.connector.kit.Plan;
import dev.paylater.connector.kit.ProductFields;
import java.time.Period;
import java.util.ArrayList;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What Billie is sent; money is {@code {"net": 84.03, "gross": 100.00, "tax": 15.97}}. */
final class BillieBodies {

    private static final int USUAL_DURATION = 30;

    private static final Map<String, String> SALUTATIONS = Map.of("male", "m", "female", "f");

    static final ProductFields PRODUCT =
            ProductFields.of()
                    .text(Feature.LINE_CATEGORY, "category")
                    .text(Feature.LINE_BRAND, "brand");

    private BillieBodies() {}

    static Plan plan(Fields settings) {
        return Plan.later(Period.ofDays(duration(settings)));
    }

    /** Days until the invoice is due. */
    private static int duration(Fields settings) {
        return settings.at("duration").asInt(USUAL_DURATION);
    }

    static Body order(Context context) {
        var account = context.account();
        var basket = Basket.of(context).taxedByLine();
        var body =
                Body.of()
                        .put(Billie.REFERENCE, context.attemptId())
                        .put("amount", money(basket, context.currency()))
                        .put("duration", duration(account.settings()))
                        .put(account.setting("debtor_field", "debtor"), debtor(context))
                        .put("debtor_person", person(context))
                        .put("delivery_address", address(context.shipping(), context))
                        .put("comment", context.terms().text("description"));
        var items = new ArrayList<Body>();
        for (var line : basket.lines()) {
            items.add(line(line, items.size() + 1, context.currency()));
        }
        body.put("line_items", items);
        return account.flag("send_currency", false)
                ? body.put("currency", context.currency())
                : body;
    }

    private static Body line(OrderLine line, int position, String currency) {
        return PRODUCT.on(
                Body.of()
                        .put("external_id", name(line, position))
                        .put("title", line.name())
                        .put("quantity", line.quantity())
                        .put("amount", money(line.amount(), line.tax(), currency)),
                line);
    }

    private static Body debtor(Context context) {
        var billing = context.billing();
        var form = context.metadata("legal_form");
        return Body.of()
                .put("name", context.company())
                .put(
                        "legal_form",
                        form == null ? context.account().settings().text("legal_form") : form)
                .put("company_address", address(billing, context))
                .put("billing_address", address(billing, context))
                .put("merchant_customer_id", or(context.buyerReference(), context.paymentId()))
                .put("tax_id", context.metadata("tax_id"))
                .put("registration_number", context.metadata("registration_id"))
                .put("registration_court", context.metadata("registration_court"))
                .put(
                        "established_customer",
                        context.terms().at("metadata", "established_customer").asBoolean(false));
    }

    private static Body person(Context context) {
        var billing = context.billing();
        var gender = context.terms().text("gender");
        return Body.of()
                .put("email", context.email())
                .put("first_name", billing.firstName())
                .put("last_name", billing.lastName())
                .put("phone_number", billing.phone())
                .put("salutation", gender == null ? null : SALUTATIONS.get(gender));
    }

    /** A house number is wanted; where there is none, the account says what stands for it. */
    private static Body address(Address address, Context context) {
        return Body.of()
                .put("street", or(address.street(), ""))
                .put(
                        "house_number",
                        or(address.houseNumber(), context.account().setting("house_number", "-")))
                .put("addition", address.line2())
                .put("postal_code", address.zip())
                .put("city", address.city())
                .put("country", address.country());
    }

    /** The order as it shall be from now on: nothing more than what is captured. */
    static Body lowered(Context context) {
        var captured = context.withAmount(context.capturedAmount());
        var basket = new Basket(Basket.part(captured, 0));
        return Body.of().put("amount", money(basket, context.currency()));
    }

    /** Exactly one order has its place on an invoice. */
    static Body invoice(Context context) {
        var invoice = Invoice.of(context);
        var body =
                Body.of()
                        .putTexts("orders", context.requiredTransactionId())
                        .put(Billie.REFERENCE, invoice.number())
                        .put("invoice_url", invoice.url())
                        .put("amount", money(Basket.captured(context), context.currency()));
        var shipping = Body.of();
        for (var name :
                new String[] {
                    "shipping_company",
                    "shipping_method",
                    "tracking_number",
                    "tracking_url",
                    "delivery_date"
                }) {
            shipping.put(name, invoice.data(name));
        }
        body.put("shipping_info", shipping.json());
        return context.namesLines() ? named(body, Basket.captured(context), context) : body;
    }

    static Body creditNote(Context context) {
        var refunded = Basket.refunded(context);
        var body =
                Body.of()
                        .put(Billie.REFERENCE, context.operationId())
                        .put("amount", money(refunded, context.currency()))
                        .put("comment", context.reason());
        return context.namesLines() ? named(body, refunded, context) : body;
    }

    /** Which lines of the order it is of, by the names that they have there. */
    private static Body named(Body body, Basket part, Context context) {
        var order = Basket.of(context, context.authorizedAmount()).taxedByLine();
        var items = new ArrayList<Body>();
        for (var line : part.lines()) {
            var position = order.positionOf(line);
            if (position > 0) {
                items.add(
                        Body.of()
                                .put("external_id", name(order.lines().get(position - 1), position))
                                .put("quantity", line.quantity()));
            }
        }
        return body.put("line_items", items);
    }

    private static String name(OrderLine line, int position) {
        return or(line.productId(), String.valueOf(position));
    }

    private static Body money(long gross, long tax, String currency) {
        return Body.of()
                .put("net", MinorUnits.decimal(gross - tax, currency))
                .put("gross", MinorUnits.decimal(gross, currency))
                .put("tax", MinorUnits.decimal(tax, currency));
    }

    private static Body money(Basket basket, String currency) {
        return money(basket.amount(), basket.tax(), currency);
    }

    private static String or(@Nullable String text, String otherwise) {
        return text == null ? otherwise : text;
    }
}
