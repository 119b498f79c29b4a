package dev.paylater.launcher;

import com.fasterxml.jackson.databind.JsonNode;
import dev.paylater.ops.console.UserProblem;
import java.io.IOException;

/** Shows that it works: one payment over HTTP, each step with the time it took. */
final class FirstPayment {
    private static final long REFUND = 1540;
    private static final String PROCESSING = "processing";
    private static final String PENDING = "pending";
    private static final long PAUSE_MILLIS = 50;
    private static final int TIMES_TO_ASK = 600;

    private final RunningSystem stack;

    FirstPayment(RunningSystem stack) {
        this.stack = stack;
    }

    private interface Step {
        JsonNode take() throws IOException, InterruptedException;
    }

    void run() throws IOException, InterruptedException {
        stack.console().say("");
        stack.console().say("A first payment of 65.40 EUR by invoice:");
        try (var api = new MerchantApi(stack.ports())) {
            JsonNode created = time("create", () -> api.post("/payments", Order.unconfirmed()));
            String path = "/payments/" + created.path("payment_id").asText();
            JsonNode confirmed =
                    time("confirm", () -> api.post(path + "/confirm", "{" + Order.PAY_LATER + "}"));
            expect(settled("confirm", confirmed, PROCESSING, api, path), "requires_capture");
            JsonNode captured = time("capture", () -> api.post(path + "/capture", "{}"));
            expect(settled("capture", captured, PROCESSING, api, path), "succeeded");
            String refund =
                    """
                    {"payment_id": "%s", "amount": %s}\
                    """
                            .formatted(created.path("payment_id").asText(), REFUND);
            JsonNode asked = time("refund 15.40", () -> api.post("/refunds", refund));
            settled("refund", asked, PENDING, api, "/refunds/" + asked.path("refund_id").asText());
            JsonNode payment = time("read it back", () -> api.get(path));
            stack.console()
                    .say(
                            "  %s: %s, captured %s, refunds %s"
                                    .formatted(
                                            payment.path("payment_id").asText(),
                                            payment.path("status").asText(),
                                            payment.path("amount_received").asLong(),
                                            payment.path("refunds").size()));
        }
    }

    private JsonNode time(String what, Step step) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        JsonNode answer = step.take();
        long millis = (System.nanoTime() - begin) / 1_000_000;
        stack.console()
                .say(
                        "  %-15s %-24s %5s ms"
                                .formatted(what, answer.path("status").asText(), millis));
        return answer;
    }

    /** The first answers of cold JVMs on a busy machine may come before the outcome does. */
    private JsonNode settled(
            String what, JsonNode answer, String unsettled, MerchantApi api, String path)
            throws IOException, InterruptedException {
        return has(answer, unsettled)
                ? time(what + " settles", () -> awaitOutcome(unsettled, api, path))
                : answer;
    }

    private static JsonNode awaitOutcome(String unsettled, MerchantApi api, String path)
            throws IOException, InterruptedException {
        JsonNode now = api.get(path);
        for (int asked = 0; asked < TIMES_TO_ASK && has(now, unsettled); asked++) {
            Thread.sleep(PAUSE_MILLIS);
            now = api.get(path);
        }
        return now;
    }

    private static boolean has(JsonNode answer, String status) {
        return answer.path("status").asText().equals(status);
    }

    private static void expect(JsonNode payment, String status) {
        if (!has(payment, status)) {
            throw new UserProblem(
                    "Expected the payment to be %s:%n%s"
                            .formatted(status, payment.toPrettyString()));
        }
    }
}
