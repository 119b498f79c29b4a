package dev.paylater.api.document;

import dev.paylater.api.form.OpenApi;
import java.time.Instant;
import org.springframework.stereotype.Component;
import tools.jackson.core.JsonGenerator;

/** The mandate object of the interface. */
@Component
public final class MandateRenderer {

    /** A mandate, and the time that its status is of. */
    private record View(Mandate mandate, Instant now) {

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
    }

    private final Layout<View> layout;

    MandateRenderer(OpenApi api, Terms terms) {
        layout =
                Layout.<View>builder()
                        .texts(View::fields, "mandate_id", "connector", "merchant_connector_id")
                        .texts(View::intent, "payment_method", "customer_id")
                        .text("status", view -> view.mandate().status(view.now()))
                        .text("payment_id", view -> view.payment().paymentId())
                        .text("profile_id", view -> view.payment().profileId())
                        .text(
                                "payment_method_type",
                                view -> view.attempt().ownOrIntended("payment_method_type"))
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

    public void write(Mandate mandate, Instant now, JsonGenerator json) {
        layout.write(new View(mandate, now), json);
    }
}
