package dev.paylater.ops;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.paylater.ops.console.Console;
import dev.paylater.ops.console.UserProblem;
import dev.paylater.ops.environment.Environment;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The story of one payment, whichever merchant's: what the services recorded and what the provider
 * simulator saw, told by independent witnesses, in the order of time.
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

    private final Environment environment;
    private final Console console;

    @Parameters(paramLabel = "PAYMENT_ID", description = "as POST /payments answered")
    private String paymentId = "";

    @Option(
            names = "--merchant",
            paramLabel = "MERCHANT_ID",
            description =
                    "whose payment it is: needed without an administrator's key, and where several"
                            + " merchants have the id")
    private String merchantId = "";

    @Option(
            names = "--wire",
            description =
                    "show the requests that the provider simulator got, with headers, bodies and"
                            + " answers; of names and numbers only their form")
    private boolean wire;

    @Mixin private final JsonOption json = new JsonOption();

    TraceCommand(Environment environment, Console console) {
        this.environment = environment;
        this.console = console;
    }

    private record Moment(String time, String witness, JsonNode entry) {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<Moment> story = new ArrayList<>();
        try (var http = new OpsJson()) {
            JsonNode payment = environment.hasAdminKey() ? inspected(http) : stored();
            add(story, "paylater", payment.path("events"));
            add(story, "waits for", payment.path("waits_for"));
            add(story, "webhook", payment.path("webhook_deliveries"));
            var simulator = environment.simulatorUrl();
            if (simulator.isPresent()) {
                String about = "?merchant_reference=" + encoded(paymentId);
                for (var page : List.of("requests", "ledger")) {
                    var request =
                            OpsJson.request(simulator.get() + "/simulator/" + page + about).build();
                    String witness = page.equals("ledger") ? "provider booked" : "provider heard";
                    add(story, witness, http.ask(request));
                }
            }
        }
        story.sort(Comparator.comparing(Moment::time));
        if (json.isJson()) {
            console.say(json(story).toString());
        } else {
            story.forEach(moment -> console.say(text(moment)));
        }
        return 0;
    }

    private JsonNode inspected(OpsJson http) throws IOException, InterruptedException {
        String query = merchantId.isEmpty() ? "" : "?merchant_id=" + encoded(merchantId);
        String path = "/admin/payments/" + encoded(paymentId) + query;
        return http.ask(OpsJson.request(environment.api(), path).build());
    }

    /** Past the services, for those who have the store and no key. */
    private JsonNode stored() {
        if (merchantId.isEmpty()) {
            throw new UserProblem(
                    "Without an administrator's key the store is read: --merchant says whose"
                            + " payment it is.");
        }
        return environment.store().ask(database -> StoredStory.of(database, merchantId, paymentId));
    }

    private static String encoded(String id) {
        return URLEncoder.encode(id, StandardCharsets.UTF_8);
    }

    /** The answers are a list, or an object with one list in it. */
    private static void add(List<Moment> story, String witness, JsonNode answer) {
        JsonNode list = answer;
        for (JsonNode field : answer.isObject() ? answer : List.<JsonNode>of()) {
            list = field.isArray() ? field : list;
        }
        for (JsonNode entry : list) {
            story.add(new Moment(entry.path(timeField(entry)).asText(), witness, entry));
        }
    }

    private static String timeField(JsonNode entry) {
        return TIMES.stream().filter(entry::hasNonNull).findFirst().orElse("");
    }

    private ObjectNode json(List<Moment> story) {
        var report = OpsJson.MAPPER.createObjectNode().put("payment_id", paymentId);
        var moments = report.putArray("moments");
        for (Moment moment : story) {
            var what = moment.entry().deepCopy();
            if (!wire && what instanceof ObjectNode request && request.has("headers")) {
                request.remove(WIRE);
            }
            moments.addObject()
                    .put("time", moment.time())
                    .put("witness", moment.witness())
                    .set("what", what);
        }
        return report;
    }

    private String text(Moment moment) {
        JsonNode entry = moment.entry();
        boolean whole = entry.has("headers");
        String timeField = timeField(entry);
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
        return "%-24s  %-15s  %s"
                .formatted(
                        moment.time(),
                        moment.witness(),
                        what + (wire && whole ? request(entry) : ""));
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
