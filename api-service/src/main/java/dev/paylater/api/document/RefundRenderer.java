package dev.paylater.api.document;

import dev.paylater.api.form.OpenApi;
import java.nio.ByteBuffer;
import java.util.Set;
import org.bson.RawBsonDocument;
import org.springframework.stereotype.Component;
import tools.jackson.core.JsonGenerator;

/** The refund object of the interface, from the document that refund-service keeps. */
@Component
public final class RefundRenderer {

    private static final Set<String> HISTORY = Set.of("journal");

    private final Layout<Fields> layout;

    RefundRenderer(OpenApi api, Terms terms) {
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
                        .member("metadata", detail("metadata", terms))
                        .member("split_refunds", detail("split_refunds", terms))
                        .member("order_details", detail("order_details", terms))
                        .member(
                                "warnings",
                                (refund, json) ->
                                        Warnings.ofRefund(
                                                refund.section("details"),
                                                refund.text("connector"),
                                                json))
                        .error(refund -> refund.section("error"))
                        .build(api, "Refund");
    }

    private static Layout.Member<Fields> detail(String name, Terms terms) {
        return (refund, json) ->
                terms.writeDetail(
                        refund.requiredText("merchant_id"),
                        refund.requiredText("payment_id"),
                        refund.section("details"),
                        name,
                        json);
    }

    public static Fields read(ByteBuffer bson) {
        return Fields.read(bson, HISTORY);
    }

    public void write(Fields refund, JsonGenerator json) {
        layout.write(refund, json);
    }

    /** As an item of a list, in which one that is damaged must not hide the others. */
    public void writeListed(RawBsonDocument refund, JsonGenerator json) {
        layout.writeReadable(read(refund.getByteBuffer().asNIO()), json);
    }
}
