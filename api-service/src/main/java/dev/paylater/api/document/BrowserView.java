package dev.paylater.api.document;

import dev.paylater.api.form.OpenApi;
import dev.paylater.api.form.Shape;
import java.util.Set;
import tools.jackson.core.JsonGenerator;

/**
 * What of a payment is shown to whoever has the publishable key and the client_secret, who may be a
 * stranger: how it stands, what is to be paid and done, and what they have sent themselves. What
 * the merchant's server has written of the customer, the order or its own affairs is not.
 */
final class BrowserView {

    private static final Set<String> SHOWN =
            Set.of(
                    "payment_id",
                    "merchant_id",
                    "status",
                    "client_secret",
                    "created",
                    "expires_on",
                    "amount",
                    "net_amount",
                    "shipping_cost",
                    "order_tax_amount",
                    "surcharge_details",
                    "amount_capturable",
                    "amount_received",
                    "amount_cancelled",
                    "currency",
                    "next_action",
                    "error_code",
                    "error_message",
                    "unified_code",
                    "unified_message",
                    "manual_retry_allowed",
                    "attempt_count",
                    "warnings",
                    "connector",
                    "payment_method",
                    "payment_method_type",
                    "payment_experience",
                    "setup_future_usage",
                    "allowed_payment_method_types",
                    "authentication_type",
                    "external_authentication_details",
                    "external_3ds_authentication_attempted");

    private final OpenApi api;
    private final Terms terms;

    BrowserView(OpenApi api, Terms terms) {
        this.api = api;
        this.terms = terms;
    }

    /** What writes a member in place of what writes it for the merchant. */
    Layout.Member<PaymentView> member(String name, Layout.Member<PaymentView> forMerchant) {
        if (SHOWN.contains(name)) {
            return forMerchant;
        }
        var shape = Shape.of(api, api.schema("Payment").required("properties").required(name));
        return (view, json) -> writeOwn(view, name, shape, forMerchant, json);
    }

    private void writeOwn(
            PaymentView view,
            String name,
            Shape shape,
            Layout.Member<PaymentView> forMerchant,
            JsonGenerator json) {
        var own = Set.copyOf(view.document().clientFields());
        if (own.contains(name)) {
            forMerchant.write(view, json);
        } else if (own.stream().anyMatch(path -> path.startsWith(name + "."))) {
            terms.writeParts(view.document(), name, own, shape, json);
        } else {
            json.writeNull();
        }
    }
}
