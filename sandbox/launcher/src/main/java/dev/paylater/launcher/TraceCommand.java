package dev.paylater.launcher;

import com.fasterxml.jackson.databind.JsonNode;
import dev.paylater.launcher.process.Service;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The story of one payment, whichever merchant's: what the services recorded and what the provider
 * saw, told by independent witnesses, in the order of time.
 */
@Command(
        name = "trace",
        description = "Show a payment's story across services and provider.",
        mixinStandardHelpOptions = true)
final class TraceCommand implements Callable<Integer> {
    private static final List<String> TIMES =
            List.of(
                    "time",
                    "at",
                    "occurred_at",
                    "created",
                    "requested_at",
                    "last_attempt_at",
                    "next_attempt_at");

    /** Of a request: all that was sent, which only those want who ask for it. */
    private static final List<String> WIRE = List.of("headers", "body", "answer");

    private final Stack stack;

    @Parameters(paramLabel = "PAYMENT_ID", description = "as POST /payments answered")
    private String paymentId = "";

    @Option(
            names = "--merchant",
            paramLabel = "MERCHANT_ID",
            description = "whose payment it is, where several merchants have the id")
    private String merchantId = "";

    @Option(
            names = "--wire",
            description =
                    "show the requests that the provider got, with headers, bodies and answers;"
                            + " of names and numbers only their form")
    private boolean wire;

    TraceCommand(Stack stack) {
        this.stack = stack;
    }

    private record Moment(String time, String witness, String what) {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<Moment> story = new ArrayList<>();
        try (var json = new Json()) {
            JsonNode payment = json.ask(inspection());
            add(story, "paylater", payment.path("events"));
            add(story, "waits for", payment.path("waits_for"));
            add(story, "webhook", payment.path("webhook_deliveries"));
            String simulator = stack.ports().url(Service.PROVIDER_SIMULATOR) + "/simulator/";
            String about = "?merchant_reference=" + paymentId;
            add(
                    story,
                    "provider heard",
                    json.ask(Json.request(simulator + "requests" + about).build()));
            add(
                    story,
                    "provider booked",
                    json.ask(Json.request(simulator + "ledger" + about).build()));
        }
        story.sort(Comparator.comparing(Moment::time));
        story.forEach(
                moment ->
                        stack.console()
                                .say(
                                        "%-24s  %-15s  %s"
                                                .formatted(
                                                        moment.time(),
                                                        moment.witness(),
                                                        moment.what())));
        return 0;
    }

    private HttpRequest inspection() {
        String query = merchantId.isEmpty() ? "" : "?merchant_id=" + merchantId;
        return Json.request(stack.ports().url(Service.API) + "/admin/payments/" + paymentId + query)
                .header("admin-api-key", Welcome.ADMIN_KEY)
                .build();
    }

    /** The answers are a list, or an object with one list in it. */
    private void add(List<Moment> story, String witness, JsonNode answer) {
        JsonNode list = answer;
        for (JsonNode field : answer.isObject() ? answer : List.<JsonNode>of()) {
            list = field.isArray() ? field : list;
        }
        for (JsonNode entry : list) {
            boolean whole = entry.has("headers");
            String timeField = TIMES.stream().filter(entry::hasNonNull).findFirst().orElse("");
            var what = new StringJoiner("  ");
            entry.properties()
                    .forEach(
                            field -> {
                                if (!field.getKey().equals(timeField)
                                        && !(whole && WIRE.contains(field.getKey()))
                                        && !field.getValue().isNull()) {
                                    what.add(field.getKey() + "=" + plain(field.getValue()));
                                }
                            });
            story.add(
                    new Moment(
                            entry.path(timeField).asText(),
                            witness,
                            what + (wire && whole ? request(entry) : "")));
        }
    }

    /** As it stood on the wire, indented. */
    private static String request(JsonNode entry) {
        var lines = new StringJoiner("\n");
        lines.add("");
        entry.path("headers")
                .properties()
                .forEach(header -> lines.add(header.getKey() + ": " + plain(header.getValue())));
        for (var part : List.of("body", "answer")) {
            if (entry.has(part)) {
                lines.add((part.equals("answer") ? "-> " : "") + entry.path(part).toPrettyString());
            }
        }
        return lines.toString().replace("\n", "\n      ");
    }

    private static String plain(JsonNode value) {
        return value.isTextual() ? value.asText() : value.toString();
    }
}
