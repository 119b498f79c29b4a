package dev.paylater.launcher;

import com.fasterxml.jackson.databind.JsonNode;
import dev.paylater.launcher.process.Service;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** One payment against the running system, with an outcome of the sandbox connector to choose. */
@Command(
        name = "demo",
        description =
                "Take one payment with an outcome of the sandbox: declined, redirect, ...; or open"
                        + " the sample shop; or kill services while a payment is under way.",
        mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final long PAUSE_MILLIS = 300;
    private static final Set<String> STILL_MOVING = Set.of("processing");

    private final RunningSystem stack;

    @Parameters(
            arity = "0..1",
            paramLabel = "OUTCOME",
            defaultValue = "",
            description =
                    "declined, insufficient, fraud, invalid, redirect, redirect-expired,"
                            + " pending-approved, pending-declined, pending-silent, review,"
                            + " timeout, timeout-approved, slow, error-once, error,"
                            + " duplicate-webhook, late-approval, capture-declined,"
                            + " capture-timeout, capture-pending ... (default: approved);"
                            + " shop: opens the sample shop; crash: kills the services in the"
                            + " middle of a payment, and shows that it is paid once")
    private String outcome = "";

    DemoCommand(RunningSystem stack) {
        this.stack = stack;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (outcome.equals(SampleShop.NAME)) {
            return new SampleShop(stack).run();
        }
        if (outcome.equals(CrashDemo.NAME)) {
            return new CrashDemo(stack).run();
        }
        stack.require(Service.API);
        try (var api = new MerchantApi(stack.ports())) {
            long begin = System.nanoTime();
            JsonNode payment = api.post("/payments", Order.confirmed(outcome));
            String id = payment.path("payment_id").asText();
            String shown = show(id, payment, "", begin);
            while (isMoving(payment) && millisSince(begin) < LIMIT.toMillis()) {
                Thread.sleep(PAUSE_MILLIS);
                payment = api.get("/payments/" + id);
                shown = show(id, payment, shown, begin);
            }
            if (isMoving(payment)) {
                stack.console()
                        .say(
                                "  still %s; it goes on by itself: ./paylater trace %s"
                                        .formatted(payment.path("status").asText(), id));
            }
            sayDetails(payment);
        }
        return 0;
    }

    private static boolean isMoving(JsonNode payment) {
        return STILL_MOVING.contains(payment.path("status").asText());
    }

    private String show(String id, JsonNode payment, String before, long begin) {
        String status = payment.path("status").asText();
        if (!status.equals(before)) {
            stack.console()
                    .say("  %s  %-26s after %s ms".formatted(id, status, millisSince(begin)));
        }
        return status;
    }

    private void sayDetails(JsonNode payment) {
        for (String field :
                new String[] {
                    "error_code",
                    "error_message",
                    "unified_code",
                    "unified_message",
                    "frm_message",
                    "next_action"
                }) {
            JsonNode value = payment.path(field);
            if (!value.isMissingNode() && !value.isNull()) {
                stack.console()
                        .say(
                                "  %-16s %s"
                                        .formatted(
                                                field,
                                                value.isTextual()
                                                        ? value.asText()
                                                        : value.toString()));
            }
        }
    }

    private static long millisSince(long begin) {
        return (System.nanoTime() - begin) / 1_000_000;
    }
}
