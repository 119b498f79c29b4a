package dev.paylater.api.document;

import dev.paylater.api.form.OpenApi;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.core.JsonGenerator;

/** The mandate object of the interface. */
@Component
public final class MandateRenderer {

    /** A mandate, the customer's default method, and the time that its status is of. */
    private record View(
            Mandate mandate, @Nullable String preferred, boolean isForBrowser, Instant now) {

        PaymentDocument payment() {
            return mandate.payment();
        }

        PaymentItem attempt() {
            return mandate.attempt();
        }

        Fields fields() {
            return attempt().fields();
        }

        Fields intent() {
            return attempt().intent();
        }

        @Nullable String forMerchant(String field) {
            return isForBrowser ? null : fields().text(field);
        }

        @Nullable String methodId() {
            return Mandate.methodIdOf(mandate.mandateId());
        }
    }

    private final Layout<View> layout;
    private final Layout<View> methods;

    MandateRenderer(OpenApi api, Terms terms) {
        methods = methods(api);
        layout =
                Layout.<View>builder()
                        .text("mandate_id", view -> view.mandate().mandateId())
                        .texts(View::fields, "connector", "merchant_connector_id")
                        .texts(View::intent, "payment_method", "customer_id")
                        .text("status", view -> view.mandate().status(view.now()))
                        .text("payment_id", view -> view.payment().paymentId())
                        .text("profile_id", view -> view.payment().profileId())
                        .text("payment_method_type", view -> view.mandate().paymentMethodType())
                        .text(
                                "connector_mandate_id",
                                view -> view.attempt().data().text("mandate_id"))
                        .time("created_at", view -> view.payment().created())
                        .time("revoked_at", view -> view.mandate().revokedAt())
                        .build(
                                api,
                                "Mandate",
                                (_, shape) ->
                                        (view, json) ->
                                                terms.write(
                                                        view.payment(),
                                                        "mandate_data",
                                                        shape,
                                                        json));
    }

    private static Layout<View> methods(OpenApi api) {
        return Layout.<View>builder()
                .texts(View::fields, "connector")
                .text("mandate_id", view -> view.forMerchant("mandate_id"))
                .text("merchant_connector_id", view -> view.forMerchant("merchant_connector_id"))
                .texts(View::intent, "payment_method", "customer_id")
                .text("payment_method_id", View::methodId)
                .text("payment_method_status", view -> view.mandate().methodStatus(view.now()))
                .text("payment_method_type", view -> view.mandate().paymentMethodType())
                .text("profile_id", view -> view.payment().profileId())
                .flag(
                        "default",
                        view ->
                                view.preferred() != null
                                        && view.preferred().equals(view.methodId()))
                .time("created_at", view -> view.payment().created())
                .build(api, "SavedPaymentMethod");
    }

    public void write(Mandate mandate, Instant now, JsonGenerator json) {
        layout.writeReadable(new View(mandate, null, false, now), json);
    }

    /**
     * As a saved payment method.
     *
     * @param preferred the id of the customer's default
     * @param isForBrowser whether the merchant's account and the mandate stay unsaid
     */
    public void writeMethod(
            Mandate mandate,
            @Nullable String preferred,
            boolean isForBrowser,
            Instant now,
            JsonGenerator json) {
        methods.writeReadable(new View(mandate, preferred, isForBrowser, now), json);
    }
}
