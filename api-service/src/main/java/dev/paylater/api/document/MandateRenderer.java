package dev.paylater.api.document;

import dev.paylater.api.form.OpenApi;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.core.JsonGenerator;

/** The mandate object of the interface. */
@Component
public final class MandateRenderer {

    /** A mandate, and the time that its status is of. */
    private record View(Mandate mandate, Instant now) {

        Fields attempt() {
            return mandate.attempt();
        }

        Fields intent() {
            return mandate.payment().intent();
        }
    }

    private final Layout<View> layout;

    MandateRenderer(OpenApi api, Terms terms) {
        layout =
                Layout.<View>builder()
                        .texts(View::attempt, "mandate_id", "connector", "merchant_connector_id")
                        .texts(View::intent, "payment_method", "customer_id")
                        .text("status", view -> view.mandate().status(view.now()))
                        .text("payment_id", view -> view.mandate().payment().paymentId())
                        .text("profile_id", view -> view.mandate().payment().profileId())
                        .text("payment_method_type", MandateRenderer::paymentMethodType)
                        .text(
                                "connector_mandate_id",
                                view -> view.attempt().section("data").text("mandate_id"))
                        .time("created_at", view -> view.mandate().payment().created())
                        .time("revoked_at", view -> view.mandate().revokedAt())
                        .build(
                                api,
                                "Mandate",
                                (_, shape) ->
                                        (view, json) ->
                                                terms.write(
                                                        view.mandate().payment(),
                                                        "mandate_data",
                                                        shape,
                                                        json));
    }

    public void write(Mandate mandate, Instant now, JsonGenerator json) {
        layout.write(new View(mandate, now), json);
    }

    private static @Nullable String paymentMethodType(View view) {
        var own = view.attempt().text("payment_method_type");
        return own == null ? view.intent().text("payment_method_type") : own;
    }
}
