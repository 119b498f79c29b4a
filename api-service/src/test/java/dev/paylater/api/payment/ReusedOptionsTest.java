package dev.paylater.api.payment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.api.document.Fields;
import dev.paylater.api.document.PaymentDocument;
import dev.paylater.schemas.CreatePayment;
import dev.paylater.schemas.PaymentOptions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;

/** A payment that is made from another has its options, whichever there are. */
class ReusedOptionsTest {

    private static final List<String> LEFT_OUT =
            List.of(
                    "customer_id",
                    "country",
                    "mandate_id",
                    "off_session",
                    "update_mandate_id",
                    "client_fields",
                    "routing");

    @Test
    void every_option_that_is_not_about_a_person_is_the_link_s() {
        var given = new PaymentOptions();
        for (var field : given.getSchema().getFields()) {
            if (!field.name().equals("routing")) {
                given.put(field.pos(), value(field));
            }
        }
        var link =
                Accepted.payment(
                        CreatePayment.newBuilder()
                                .setMerchantId("m")
                                .setPaymentId("p")
                                .setIssuedAt(Instant.EPOCH.toEpochMilli())
                                .setProfileId("pro")
                                .setOptions(given)
                                .setTerms(Map.of())
                                .build());
        var reused = ReusableLinks.options(link);
        for (var field : given.getSchema().getFields()) {
            assertThat(reused.get(field.pos()))
                    .as(field.name())
                    .isEqualTo(LEFT_OUT.contains(field.name()) ? null : given.get(field.pos()));
        }
    }

    private static Object value(Schema.Field field) {
        return switch (field.schema().getTypes().getLast().getType()) {
            case LONG -> 1_000L + field.pos();
            case INT -> 600;
            case BOOLEAN -> true;
            case ARRAY -> List.of(field.name());
            default -> field.name();
        };
    }

    @Test
    void the_routing_is_the_link_s() {
        var choice = Fields.of(Map.of("connector", "klarna"));
        var rule = Fields.of(Map.of("t", "single", "d", Fields.of(Map.of("choice", choice))));
        var intent = Fields.of(Map.of("routing", rule));
        var link = new PaymentDocument(Fields.of(Map.of("payment", payment(intent))));
        assertThat(ReusableLinks.options(link).getRouting())
                .isEqualTo("{\"type\":\"single\",\"data\":{\"connector\":\"klarna\"}}");
    }

    private static Fields payment(Fields intent) {
        return Fields.of(Map.of("merchant_id", "m", "payment_id", "p", "intent", intent));
    }
}
