package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Clients that send everything eight times at once, under one Idempotency-Key each. */
@ExtendWith(RunningStack.class)
class DuplicateStormTest {

    private static final MerchantClient MERCHANT = MerchantClient.SANDBOX;
    private static final int KEYS = 60;
    private static final int COPIES = 8;
    private static final int AT_ONCE = 64;

    private record Wish(String path, String body) {}

    @Test
    void every_create_capture_and_refund_happens_once() {
        var customer = "storm_" + UUID.randomUUID().toString().substring(0, 8);
        var create =
                MerchantClient.with(
                        MerchantClient.body("", "manual"),
                        "\"customer\": {\"id\": \"" + customer + "\"}");
        var payments =
                storm(_ -> new Wish("/payments", create)).stream()
                        .map(answer -> answer.string("payment_id"))
                        .toList();
        assertThat(payments).doesNotHaveDuplicates();
        var listed = MERCHANT.get("/payments/list?limit=100&customer_id=" + customer).expect(200);
        assertThat(listed.json().at("/0/size").asInt()).isEqualTo(KEYS);
        ledgerOfEach(payments, "authorize 6540");

        storm(i -> new Wish("/payments/" + payments.get(i) + "/capture", "{}"));
        ledgerOfEach(payments, "authorize 6540", "capture 6540");

        storm(
                i ->
                        new Wish(
                                "/refunds",
                                "{\"payment_id\": \"%s\", \"amount\": 500}"
                                        .formatted(payments.get(i))));
        ledgerOfEach(payments, "authorize 6540", "capture 6540", "refund 500");
    }

    private static void ledgerOfEach(List<String> payments, String... operations) {
        for (var payment : payments) {
            assertThat(ProviderLedger.ledgerOf(payment)).as(payment).containsExactly(operations);
        }
    }

    /** The one answer of each key. */
    private static List<ApiAnswer> storm(IntFunction<Wish> wishes) {
        var keys = IntStream.range(0, KEYS).mapToObj(_ -> UUID.randomUUID().toString()).toList();
        var turn = new java.util.concurrent.atomic.AtomicInteger();
        var sent =
                Crowd.start(
                        KEYS * COPIES,
                        AT_ONCE,
                        () -> {
                            var number = turn.getAndIncrement() / COPIES;
                            return Map.entry(number, send(wishes.apply(number), keys.get(number)));
                        });
        var answers = sent.stream().map(Crowd::await).toList();
        var settled = new ArrayList<ApiAnswer>();
        for (var i = 0; i < KEYS; i++) {
            var answer = send(wishes.apply(i), keys.get(i)).expect(200);
            assertThat(isReplayed(answer)).as("the key is known").isTrue();
            settled.add(answer);
        }
        var originals = new int[KEYS];
        for (var numbered : answers) {
            var answer = numbered.getValue();
            if (answer.status() == 409) {
                assertThat(answer.errorCode()).isEqualTo("ID_01");
                continue;
            }
            assertThat(answer.expect(200).text()).isEqualTo(settled.get(numbered.getKey()).text());
            originals[numbered.getKey()] += isReplayed(answer) ? 0 : 1;
        }
        assertThat(originals).as("answers that are no replay").containsOnly(1);
        return settled;
    }

    private static boolean isReplayed(ApiAnswer answer) {
        return answer.headers().firstValue("Idempotent-Replayed").orElse("").equals("true");
    }

    private static ApiAnswer send(Wish wish, String key) {
        return MERCHANT.post(wish.path(), wish.body(), Map.of("Idempotency-Key", key));
    }
}
