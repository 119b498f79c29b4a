package dev.paylater.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Same key, same answer; and what one account does, no other sees. */
class IdempotencyTest {

    @RegisterExtension static final Running RUNNING = new Running();

    private final Client client = RUNNING.client();
    private final String reference = Client.fresh("pay_");
    private final String order = Client.order(reference, "ada@example.com", "");

    @Test
    void the_same_request_gets_the_same_bytes_and_is_one_entry() {
        var first = client.post("/payments", reference, order);
        var second = client.post("/payments", reference, order);
        assertThat(second.status()).isEqualTo(first.status());
        assertThat(second.response().body()).isEqualTo(first.response().body());
        assertThat(first.header("Idempotent-Replayed")).isEmpty();
        assertThat(second.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(client.ledger(reference)).containsExactly("authorize 6540");
    }

    @Test
    void sixty_requests_at_once_under_one_key_are_one_payment() {
        var answers =
                IntStream.range(0, 60)
                        .mapToObj(
                                number ->
                                        client.later(
                                                client.posting("/payments", reference, order)
                                                        .build()))
                        .toList();
        assertThat(answers.stream().map(answer -> answer.join().body()).distinct()).hasSize(1);
        assertThat(client.ledger(reference)).containsExactly("authorize 6540");
    }

    @Test
    void every_kind_of_write_is_repeated() {
        var path = "/payments/" + client.post("/payments", reference, order).text("/id");
        for (var what : new String[] {"captures", "refunds"}) {
            var first = client.post(path + '/' + what, reference + what, "{\"amount\": 10}");
            var second = client.post(path + '/' + what, reference + what, "{\"amount\": 10}");
            assertThat(second.response().body()).isEqualTo(first.response().body());
        }
        var refused = client.post(path + "/refunds", reference + "r", "{\"amount\": 11}");
        client.post(path + "/captures", reference + "c2", "{}");
        var again = client.post(path + "/refunds", reference + "r", "{\"amount\": 11}");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(again.status()).isEqualTo(422);
        assertThat(client.ledger(reference))
                .containsExactly("authorize 6540", "capture 10", "refund 10", "capture 6530");
    }

    @Test
    void another_request_under_the_key_is_refused() {
        var id = client.post("/payments", reference, order).text("/id");
        var other = Client.order(reference, "bob@example.com", "");
        assertThat(client.post("/payments", reference, other).status()).isEqualTo(409);
        assertThat(client.post("/payments", reference, other).error())
                .isEqualTo("idempotency_key_reused");
        assertThat(client.post("/payments/" + id + "/captures", reference, "{}").status())
                .isEqualTo(409);
        assertThat(client.ledger(reference)).containsExactly("authorize 6540");
    }

    @Test
    void what_cannot_be_read_does_not_use_up_the_key() {
        assertThat(client.post("/payments", reference, "{}").status()).isEqualTo(400);
        assertThat(client.operation(reference).status()).isEqualTo(404);
        assertThat(client.post("/payments", reference, order).status()).isEqualTo(201);
    }

    @Test
    void accounts_do_not_see_each_other() {
        var id = client.post("/payments", reference, order).text("/id");
        var other = RUNNING.client("sandbox_other");
        assertThat(other.payment(id).status()).isEqualTo(404);
        assertThat(other.operation(reference).status()).isEqualTo(404);
        assertThat(other.post("/payments/" + id + "/captures", "k", "{}").status()).isEqualTo(404);
        assertThat(
                        other.get("/sandbox/v1/payments?merchant_reference=" + reference)
                                .json()
                                .get("payments"))
                .isEmpty();
        assertThat(other.post("/payments", reference, order).text("/id")).isNotEqualTo(id);
    }
}
