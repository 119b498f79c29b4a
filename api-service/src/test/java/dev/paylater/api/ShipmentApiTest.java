package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.schemas.AddShipment;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Shipments go to their payment once, sealed, and are shown to the merchant's server alone. */
class ShipmentApiTest {

    private static final RunningApi API = RunningApi.shared();
    private static final String PARCEL =
            """
            {"carrier": "DHL", "tracking_number": "0034",
              "tracking_url": "https://tr\u00e4ck.example/0034", "order_details":
              [{"product_name": "Lamp", "quantity": 1, "amount": 1500}]}
            """;

    private String payment = "";

    @BeforeEach
    void a_payment() {
        payment = API.create("").path("payment_id").asString();
    }

    @Test
    void a_shipment_is_answered_with_what_the_provider_knows_and_shown_on_the_payment() {
        var key = "key-" + UUID.randomUUID();
        var first = ship(key, PARCEL);
        var second = ship(key, PARCEL);

        assertThat(first.status()).as(first.body()).isEqualTo(200);
        assertThat(second.body()).isEqualTo(first.body());
        var shipment = first.json();
        assertThat(shipment.path("shipment_id").asString()).startsWith("ship_");
        assertThat(shipment.path("payment_id").asString()).isEqualTo(payment);
        assertThat(shipment.path("status").asString()).isEqualTo("not_sent");
        assertThat(shipment.path("carrier").asString()).isEqualTo("DHL");
        assertThat(shipment.path("tracking_number").asString()).isEqualTo("0034");
        assertThat(shipment.path("tracking_url").asString())
                .isEqualTo("https://xn--trck-moa.example/0034");
        assertThat(shipment.at("/order_details/0/product_name").asString()).isEqualTo("Lamp");
        assertThat(shipment.at("/warnings/0/param").asString()).isEqualTo("shipments");
        assertThat(shipment.at("/warnings/0/code").asString()).isEqualTo("IR_37");
        assertThat(API.get("/payments/" + payment).json().path("shipments").get(0))
                .isEqualTo(shipment);
    }

    @Test
    void carrier_number_and_link_are_sealed_on_their_way() {
        ship("key-" + UUID.randomUUID(), PARCEL);

        var sent =
                API.orchestrator.received(AddShipment.class).stream()
                        .filter(command -> command.getPaymentId().equals(payment))
                        .toList();

        assertThat(sent).hasSize(1);
        assertThat(sent.getFirst().getCaptureId()).isNull();
        assertThat(sent.getFirst().getDetails().toString())
                .doesNotContain("\"DHL\"", "\"0034\"", ".example");
    }

    @Test
    void what_is_no_shipment_is_refused_by_name() {
        for (var wrong :
                List.of(
                        List.of("{}", "carrier"),
                        List.of("{\"carrier\": \"\"}", "carrier"),
                        List.of("{\"carrier\": 7}", "carrier"),
                        List.of("{\"carrier\": \"%s\"}".formatted("x".repeat(101)), "carrier"),
                        List.of(with("tracking_number", "x".repeat(101)), "tracking_number"),
                        List.of(with("tracking_url", "ftp://track.example/1"), "tracking_url"),
                        List.of(with("tracking_url", "javascript:alert(1)"), "tracking_url"),
                        List.of(with("tracking_url", "0034"), "tracking_url"),
                        List.of(
                                with("tracking_url", "https://t.example/" + "x".repeat(1024)),
                                "tracking_url"),
                        List.of(with("capture_id", "x".repeat(256)), "capture_id"))) {
            var answer = API.post(path(payment), wrong.getFirst());
            var status = wrong.getFirst().equals("{}") ? 400 : 422;
            assertThat(answer.status()).as(wrong.getFirst()).isEqualTo(status);
            assertThat(answer.json().at("/error/param").asString()).isEqualTo(wrong.getLast());
        }
        assertThat(API.orchestrator.received(AddShipment.class))
                .noneMatch(command -> command.getPaymentId().equals(payment));
    }

    @Test
    void a_payment_that_is_not_there_has_no_shipments() {
        var answer = API.post(path("pay_unknown"), PARCEL);
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.code()).isEqualTo("HE_02");
    }

    private static String with(String name, String value) {
        return "{\"carrier\": \"DHL\", \"%s\": \"%s\"}".formatted(name, value);
    }

    private RunningApi.Reply ship(String key, String body) {
        return API.send(
                API.request(path(payment))
                        .header("api-key", RunningApi.SECRET)
                        .header("content-type", "application/json")
                        .header("Idempotency-Key", key)
                        .POST(BodyPublishers.ofString(body)));
    }

    private static String path(String paymentId) {
        return "/payments/" + paymentId + "/shipments";
    }
}
