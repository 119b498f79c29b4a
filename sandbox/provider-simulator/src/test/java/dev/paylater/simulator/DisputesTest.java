package dev.paylater.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The merchant's response to a dispute: taken once, and only while the dispute waits for it. */
class DisputesTest {

    private static final Duration SHORT = Duration.ofSeconds(1);

    @RegisterExtension static final Running RUNNING = new Running();

    private final Client client = RUNNING.client();
    private final String reference = Client.fresh("pay_");

    @Test
    void an_acceptance_ends_it_and_is_answered_alike_under_its_key() {
        var path = disputed("ada@example.com", Instant.now().plusSeconds(60)) + "/accept";

        assertThat(client.post(path, reference + "_a", "{}").text("/status"))
                .isEqualTo("dispute_accepted");
        assertThat(client.post(path, reference + "_a", "{}").text("/status"))
                .isEqualTo("dispute_accepted");

        assertThat(client.operation(reference + "_a").text("/status")).isEqualTo("succeeded");
        var again = client.post(path, reference + "_b", "{}");
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.text("/error/code")).isEqualTo("invalid_state");
        assertThat(client.operation(reference + "_b").text("/status")).isEqualTo("failed");
    }

    @Test
    void evidence_is_kept_and_shown() {
        var dispute = disputed("ada@example.com", Instant.now().plusSeconds(60));
        var evidence = "{\"evidence\": {\"receipt\": \"R-1\"}}";

        var challenged = client.post(dispute + "/evidence", reference + "_e", evidence);

        assertThat(challenged.status()).isEqualTo(200);
        assertThat(challenged.text("/status")).isEqualTo("dispute_challenged");
        assertThat(client.get("/sandbox/v1" + dispute).text("/evidence/receipt")).isEqualTo("R-1");
    }

    @Test
    void after_the_deadline_evidence_is_refused_and_an_acceptance_is_not() {
        var dispute = disputed("ada@example.com", Instant.now().minusSeconds(1));

        assertThat(client.post(dispute + "/evidence", reference + "_e", "{}").status())
                .isEqualTo(409);

        assertThat(client.post(dispute + "/accept", reference + "_a", "{}").status())
                .isEqualTo(200);
    }

    @Test
    void a_tag_takes_the_response_and_keeps_silent_about_it() {
        var path = disputed("ada+dispute-timeout@example.com", Instant.now()) + "/accept";

        assertThat(client.answers(path, reference + "_a", "{}", SHORT)).isFalse();

        assertThat(client.operation(reference + "_a").text("/status")).isEqualTo("succeeded");
    }

    @Test
    void nobody_else_can_respond() {
        var path = disputed("ada@example.com", Instant.now().plusSeconds(60)) + "/accept";

        assertThat(RUNNING.client("sandbox_x").post(path, reference + "_a", "{}").status())
                .isEqualTo(404);
        assertThat(client.post("/disputes/sbd_unknown/accept", reference + "_a", "{}").status())
                .isEqualTo(404);
    }

    /** The path of a new dispute. */
    private String disputed(String email, Instant deadline) {
        client.post(
                "/payments",
                reference,
                Client.order(reference, email, ", \"capture\": \"automatic\""));
        var opened =
                client.simulator(
                        "POST",
                        "/disputes",
                        "{\"merchant_reference\": \"%s\", \"challenge_required_by\": \"%s\"}"
                                .formatted(reference, deadline));
        return "/disputes/" + opened.text("/dispute_id");
    }
}
