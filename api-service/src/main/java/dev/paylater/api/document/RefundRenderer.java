package dev.paylater.api.document;

import dev.paylater.api.form.OpenApi;
import java.nio.ByteBuffer;
import java.util.Set;
import org.springframework.stereotype.Component;
import tools.jackson.core.JsonGenerator;

/** The refund object of the interface, from the document that refund-service keeps. */
@Component
public final class RefundRenderer {

    private static final Set<String> HISTORY = Set.of("journal");

    private final Layout<Fields> layout;

    RefundRenderer(OpenApi api) {
        layout =
                Layout.<Fields>builder()
                        .texts(
                                refund -> refund,
                                "refund_id",
                                "payment_id",
                                "currency",
                                "status",
                                "reason",
                                "connector",
                                "profile_id",
                                "merchant_connector_id")
                        .numbers(refund -> refund, "amount")
                        .times(refund -> refund, "created_at", "updated_at")
                        .json("metadata", refund -> refund.section("details").text("metadata"))
                        .json(
                                "split_refunds",
                                refund -> refund.section("details").text("split_refunds"))
                        .error(refund -> refund.section("error"))
                        .build(api, "Refund");
    }

    public static Fields read(ByteBuffer bson) {
        return Fields.read(bson, HISTORY);
    }

    public void write(Fields refund, JsonGenerator json) {
        layout.write(refund, json);
    }
}
