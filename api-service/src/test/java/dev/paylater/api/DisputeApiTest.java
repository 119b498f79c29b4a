package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import dev.paylater.api.form.Sealing;
import dev.paylater.kit.security.SealedPlace;
import dev.paylater.schemas.AcceptDispute;
import dev.paylater.schemas.ChallengeDispute;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Disputes are accepted and challenged with the payment that they are about. */
class DisputeApiTest {

    private static final RunningApi API = RunningApi.shared();

    private final String dispute = "dp_" + UUID.randomUUID();
    private String payment = "";

    @BeforeEach
    void dispute_a_payment() {
        payment = API.create("").path("payment_id").asString();
        var refused =
                new Document("operation_id", payment + "_1_accept_dispute_1")
                        .append(
                                "error",
                                new Document("code", "invalid_state")
                                        .append("message", "Too late.")
                                        .append("unified", "UE_9000"));
        API.bean(MongoDatabase.class)
                .getCollection("payments")
                .updateOne(
                        new Document("payment.payment_id", payment),
                        new Document(
                                "$set",
                                new Document(
                                        "payment.disputes",
                                        List.of(
                                                new Document("dispute_id", dispute)
                                                        .append("dispute_stage", "dispute")
                                                        .append("dispute_status", "dispute_opened")
                                                        .append("amount", 1L)
                                                        .append("currency", "EUR")
                                                        .append("response", refused)))));
    }

    @Test
    void an_acceptance_goes_to_its_payment_once() {
        var first = accept("key-" + dispute);
        var second = accept("key-" + dispute);

        assertThat(first.status()).isEqualTo(200);
        assertThat(first.json().path("dispute_id").asString()).isEqualTo(dispute);
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(API.orchestrator.received(AcceptDispute.class))
                .filteredOn(command -> command.getPaymentId().equals(payment))
                .extracting(AcceptDispute::getDisputeId)
                .containsExactly(dispute);
    }

    @Test
    void evidence_is_sealed_on_its_way() {
        var answer =
                API.post(
                        "/disputes/" + dispute + "/evidence",
                        "{\"customer_name\": \"Ada Jones\", \"receipt\": \"R-1\"}");

        assertThat(answer.status()).isEqualTo(200);
        var sent =
                API.orchestrator.received(ChallengeDispute.class).stream()
                        .filter(command -> command.getPaymentId().equals(payment))
                        .toList();
        assertThat(sent).hasSize(1);
        assertThat(sent.getFirst().getDisputeId()).isEqualTo(dispute);
        var carried = Objects.requireNonNull(sent.getFirst().getDetails().get("evidence"));
        assertThat(carried).doesNotContain("Ada Jones", "\"R-1\"");
        var place = new SealedPlace("merchant_sandbox", payment, "evidence");
        assertThat(API.bean(Sealing.class).open(place, carried))
                .isEqualTo("{\"customer_name\":\"Ada Jones\",\"receipt\":\"R-1\"}");
    }

    @Test
    void why_a_response_was_not_taken_is_shown() {
        var shown = API.get("/disputes/" + dispute).json();
        assertThat(shown.path("error_code").asString()).isEqualTo("invalid_state");
        assertThat(shown.path("error_message").asString()).isEqualTo("Too late.");
    }

    @Test
    void evidence_is_bounded_text_of_known_kinds() {
        var path = "/disputes/" + dispute + "/evidence";
        var tooLong = "{\"receipt\": \"%s\"}".formatted("x".repeat(4001));
        for (var wrong : List.of("{}", "{\"receipt\": 1}", "{\"receipt\": \"\"}", tooLong)) {
            assertThat(API.post(path, wrong).status()).as(wrong).isEqualTo(422);
        }
        var misspelt = API.post(path, "{\"receit\": \"R-1\"}");
        assertThat(misspelt.status()).isEqualTo(422);
        assertThat(misspelt.json().at("/error/param").asString()).isEqualTo("receit");
        assertThat(API.orchestrator.received(ChallengeDispute.class))
                .noneMatch(command -> command.getPaymentId().equals(payment));
    }

    @Test
    void an_unknown_dispute_is_not_responded_to() {
        for (var path : List.of("/accept", "/evidence")) {
            var answer = API.post("/disputes/dp_unknown" + path, "{\"receipt\": \"R-1\"}");
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.code()).isEqualTo("HE_02");
        }
    }

    private RunningApi.Reply accept(String key) {
        return API.send(
                API.request("/disputes/" + dispute + "/accept")
                        .header("api-key", RunningApi.SECRET)
                        .header("Idempotency-Key", key)
                        .header("content-type", "application/json")
                        .POST(BodyPublishers.ofString("{}")));
    }
}
