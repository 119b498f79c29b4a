package dev.paylater.api.document;

import dev.paylater.api.form.OpenApi;
import dev.paylater.api.form.Shape;
import org.springframework.stereotype.Component;
import tools.jackson.core.JsonGenerator;

/** The answer of 3ds/authentication, from the latest attempt's provider data. */
@Component
public final class ThreeDsRenderer {

    private final Shape shape;
    private final Terms terms;

    ThreeDsRenderer(OpenApi api, Terms terms) {
        this.shape = Shape.of(api, api.schema("ThreeDsResponse"));
        this.terms = terms;
    }

    public boolean isAnswered(PaymentDocument payment) {
        return payment.latestAttempt().section("data").text("three_ds") != null;
    }

    public void write(PaymentDocument payment, JsonGenerator json) {
        terms.write(
                payment.place("three_ds"),
                payment.latestAttempt().section("data").requiredText("three_ds"),
                shape,
                json);
    }
}
