package dev.paylater.connectors;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.kit.Connector;
import dev.paylater.connector.kit.HttpCall;
import dev.paylater.connector.kit.InvalidRequest;
import dev.paylater.connector.kit.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Everything that a provider is sent for a {@link RichPayment}: its documented exchanges are gone
 * through with that payment in place of their own, and each request is written down once; of one
 * that was sent in another way before, the lines that differ. A change of what is sent shows in
 * {@code wire/<connector>.http}, which {@code -Dpaylater.write-docs=true} writes;
 * docs/makers/connector-witnesses.md says against what it was read.
 */
final class WireTest {

    private static final Path FILES = Path.of("src", "test", "resources", "wire");

    private static final Set<String> REFUSALS =
            Set.of("DECLINED", "NOT_FOUND", "UNAUTHORIZED", "UNKNOWN");

    /** An operation with amounts of its own. */
    private record Scene(String name, long amount, long captured, int sequence) {}

    static Stream<String> connectors() {
        return Connectors.all().stream().map(Connector::name);
    }

    @ParameterizedTest
    @MethodSource("connectors")
    void a_provider_is_sent_what_its_file_shows(String name) throws IOException {
        var written = written(AuthorizationExchange.connector(name));
        var path = FILES.resolve(name + ".http");
        if (Boolean.getBoolean("paylater.write-docs")) {
            Files.writeString(path, written, UTF_8);
        }

        assertThat(path).hasContent(written);
    }

    /** Without it, an operation could be missing and nobody would see it. */
    @ParameterizedTest
    @MethodSource("connectors")
    void every_operation_that_calls_the_provider_is_shown(String name) throws IOException {
        var connector = AuthorizationExchange.connector(name);
        var shown = Files.readString(FILES.resolve(name + ".http"), UTF_8);

        for (var operation : connector.capabilities().idempotency().keySet()) {
            if (calls(AuthorizationExchange.file(name), operation)) {
                assertThat(shown).contains("\n# " + operation.wireName());
            }
        }
    }

    private static boolean calls(JsonNode file, Operation operation) {
        return exchanges(file)
                .anyMatch(
                        one ->
                                Exchanges.operation(one) == operation
                                        && !one.path("calls").isEmpty());
    }

    private static String written(Connector connector) {
        var file = AuthorizationExchange.file(connector.name());
        var shown = new ArrayList<String>();
        var payments = RichPayment.of(connector.name());
        for (var payment : payments) {
            shown.add("## " + payment.market() + ", " + payment.total() + " in all\n");
            var seen = new HashMap<String, String>();
            var all = payment.equals(payments.getFirst());
            exchanges(file)
                    .filter(one -> all || isAuthorization(one))
                    .limit(all ? Long.MAX_VALUE : 1)
                    .forEach(one -> shown.addAll(written(connector, file, one, payment, seen)));
        }
        return String.join("\n", shown);
    }

    private static Stream<JsonNode> exchanges(JsonNode file) {
        return StreamSupport.stream(file.path("exchanges").spliterator(), false);
    }

    private static boolean isAuthorization(JsonNode exchange) {
        return Exchanges.operation(exchange) == Operation.AUTHORIZE
                && !exchange.path("inquiry").asBoolean(false);
    }

    private static List<String> written(
            Connector connector,
            JsonNode file,
            JsonNode exchange,
            RichPayment payment,
            Map<String, String> seen) {
        var written = new ArrayList<String>();
        for (var scene : scenes(exchange, payment)) {
            var requests = sent(connector, file, asked(file, exchange, payment, scene), payment);
            if (isRefusal(exchange) && seen.keySet().containsAll(firsts(requests))) {
                continue;
            }
            var shown = requests.stream().map(request -> other(seen, request)).toList();
            if (!requests.isEmpty() && seen.put(scene.name() + requests, "") == null) {
                written.add("# " + scene.name() + ": " + exchange.path("name").asString() + "\n");
                written.addAll(shown);
            }
        }
        return written;
    }

    /** What comes of a refusal shows nothing more, unless it is another call. */
    private static boolean isRefusal(JsonNode exchange) {
        return REFUSALS.contains(exchange.at("/result/status").asString());
    }

    private static List<String> firsts(List<String> requests) {
        return requests.stream().map(WireTest::first).toList();
    }

    private static String first(String request) {
        return request.lines().findFirst().orElse("");
    }

    /** Of a request that was shown before: its first line, and what is different this time. */
    private static String other(Map<String, String> seen, String request) {
        var first = first(request);
        var before = seen.putIfAbsent(first, request);
        return before == null
                ? request
                : first
                        + "\n"
                        + different(before, request, "- ")
                        + different(request, before, "+ ");
    }

    private static String different(String one, String other, String mark) {
        var lines = other.lines().toList();
        return one.lines()
                .filter(line -> !lines.contains(line))
                .map(line -> mark + line + "\n")
                .collect(joining());
    }

    /** Captures are of a part, then of the rest; all else is of what there is to be done. */
    private static List<Scene> scenes(JsonNode exchange, RichPayment payment) {
        var total = payment.total();
        var part = RichPayment.PART;
        var operation = Exchanges.operation(exchange);
        var inquiry = exchange.path("inquiry").asBoolean(false);
        var name = operation.wireName() + (inquiry ? ", inquiry" : "");
        if (inquiry && operation == Operation.CAPTURE) {
            return List.of(new Scene(name, part, 0, 1));
        }
        return switch (operation) {
            case CAPTURE ->
                    List.of(
                            new Scene(name + " of a part", part, 0, 1),
                            new Scene(name + " of the rest", total - part, part, 2),
                            new Scene(name + " of all", total, 0, 1));
            case RELEASE -> List.of(new Scene(name, total - part, part, 2));
            case REFUND ->
                    Stream.of("of an amount", "of a part")
                            .limit(inquiry ? 1 : 2)
                            .map(which -> new Scene(name + " " + which, part, total, 1))
                            .toList();
            case INCREMENT -> List.of(new Scene(name, total + part, 0, 1));
            case AUTHORIZE, COMPLETE_AUTHORIZE, AUTHENTICATE, VOID, APPROVE ->
                    List.of(new Scene(name, total, 0, 1));
            case SHIP -> List.of(new Scene(name + " of a part", 0, part, 1));
            case ACCEPT_DISPUTE, CHALLENGE_DISPUTE -> List.of(new Scene(name, total, total, 1));
        };
    }

    private static ObjectNode asked(
            JsonNode file, JsonNode exchange, RichPayment payment, Scene scene) {
        var asked = payment.asked(file, exchange);
        var context = (ObjectNode) asked.path("context");
        if (!"setup_mandate".equals(context.path("payment_type").asString(""))) {
            context.put("amount", scene.amount());
        }
        context.put("captured", scene.captured()).put("sequence", scene.sequence());
        var details =
                context.path("details") instanceof ObjectNode given
                        ? given
                        : context.putObject("details");
        if (scene.name().endsWith("of a part")) {
            details.set("order_details", payment.part());
        } else {
            details.remove("order_details");
        }
        if (scene.name().endsWith("of the rest")) {
            details.set("captured_lines", payment.part());
        }
        details.put("reason", "The lamp is broken");
        return asked;
    }

    /** The requests, as far as the recorded answers lead. */
    private static List<String> sent(
            Connector connector, JsonNode file, JsonNode exchange, RichPayment payment) {
        var sent = new ArrayList<String>();
        try {
            var context = payment.context(Exchanges.context(connector.name(), file, exchange));
            Walk.through(exchange, connector, context).forEach(call -> sent.add(shown(call)));
        } catch (InvalidRequest e) {
            sent.add("refused before the call: " + e.getMessage() + "\n");
        }
        return sent;
    }

    private static String shown(HttpCall call) {
        var headers =
                call.headers().entrySet().stream()
                        .map(header -> header.getKey() + ": " + header.getValue() + "\n")
                        .sorted()
                        .collect(joining());
        return call + "\n" + headers + body(call);
    }

    private static String body(HttpCall call) {
        var body = call.body();
        if (body == null) {
            return "";
        }
        return body.startsWith("{")
                ? "\n"
                        + Exchanges.JSON
                                .writerWithDefaultPrettyPrinter()
                                .writeValueAsString(Exchanges.JSON.readTree(body))
                                .replace("\r", "")
                        + "\n"
                : "\n" + body + "\n";
    }
}
