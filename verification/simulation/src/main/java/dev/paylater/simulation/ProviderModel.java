package dev.paylater.simulation;

import dev.paylater.connector.kit.HttpAnswer;
import dev.paylater.connector.kit.HttpCall;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A provider that speaks the sandbox's protocol (sandbox/provider-simulator/README.md) from memory:
 * each write happens once per idempotency key, and whatever it did can be asked for by that key.
 */
final class ProviderModel {

    static final JsonMapper JSON = JsonMapper.builder().build();

    /** What happened under a key. */
    private record Known(
            String request,
            HttpAnswer answer,
            @Nullable String subject,
            String type,
            long foundFrom) {}

    private static final long LATEST_FOUND_MILLIS = 60_000;

    /**
     * What is asked for arrives up to 5 s after the end of its call ({@link Network}), and is shown
     * within {@link dev.paylater.schemas.RequestLifetime#SHOWN} of that end, clocks being 4 s
     * apart.
     */
    private static final long KEYLESS_FOUND_MILLIS = 1_000;

    private final World world;
    private final ProviderRules rules;
    private final Map<String, Known> operations = new HashMap<>();
    private final Map<String, ProviderPayment> payments = new LinkedHashMap<>();
    private final Map<String, ProviderPayment> byKey = new HashMap<>();

    ProviderModel(World world, String name, Notices notices, Scenario scenario) {
        this.world = world;
        this.rules = new ProviderRules(world, name, notices, scenario);
    }

    Collection<ProviderPayment> payments() {
        return payments.values();
    }

    HttpAnswer handle(HttpCall call) {
        var query = call.path().indexOf('?');
        var path = query < 0 ? call.path() : call.path().substring(0, query);
        var segments = List.of(path.substring(1).split("/", -1));
        return switch (call.method()) {
            case GET ->
                    segments.getFirst().equals("operations")
                            ? operation(parameter(call.path(), "idempotency_key"))
                            : look(segments.get(1));
            case POST -> {
                var key = Objects.requireNonNull(call.headers().get("Idempotency-Key"));
                var request = path + " " + call.body();
                var known = operations.get(known(key));
                if (known != null && world.chance().knows(Circumstance.KEYLESS)) {
                    requireHarmless(key, known);
                } else if (known != null) {
                    yield known.request().equals(request)
                            ? known.answer()
                            : error(409, "idempotency_key_reused");
                }
                yield write(segments, key, request, JSON.readTree(call.body()));
            }
            case PUT, PATCH, DELETE -> error(405, "method_not_allowed");
        };
    }

    /** Without keys whatever is asked for twice is done twice. */
    private static void requireHarmless(String key, Known known) {
        Violation.unless(
                known.answer().status() >= 400
                        || known.type().equals("void")
                        || known.type().equals("dispute")
                        || known.type().equals("approval"),
                "%s was asked for again and would be done twice: %s",
                key,
                known.type());
    }

    private HttpAnswer look(String id) {
        var payment = payments.get(id);
        if (payment != null
                && payment.stage == ProviderPayment.Stage.REQUIRES_ACTION
                && world.chance().knows(Circumstance.UNSEEN_AT_PAGE)
                && world.chance().faulty()
                && world.chance().once(2)) {
            world.tell("provider", "does not see %s", payment.attemptReference);
            return error(404, "not_found");
        }
        return payment == null ? error(404, "not_found") : answer(200, payment.json());
    }

    /**
     * The key as it arrives: planted, it begins with the refund's id, so that the number of a part
     * may be the end of another refund's.
     */
    private String known(String key) {
        return world.has(PlantedBug.REFUND_PARTS_SHARE_A_KEY)
                ? key.replaceAll("_refund1_(.*)", "_refund_$1")
                        .replaceAll("_refund(\\d+)_(.*)", "_refund_$2_$1")
                : key;
    }

    private HttpAnswer operation(String key) {
        var known = operations.get(known(key));
        if (known == null || world.now() < known.foundFrom()) {
            return error(404, "not_found");
        }
        var json = JsonNodeFactory.instance.objectNode();
        json.put("idempotency_key", key).put("type", known.type());
        var body = (ObjectNode) JSON.readTree(known.answer().body());
        var payment = byKey.get(known(key));
        if (known.answer().status() >= 400 || known.subject() == null) {
            json.put("status", "failed").set("error", body.path("error"));
        } else {
            json.put("status", "succeeded").put("resource_id", known.subject());
        }
        json.putObject("answer").put("http_status", known.answer().status()).set("body", body);
        if (payment != null) {
            json.set("payment", payment.json());
        }
        return answer(200, json);
    }

    private HttpAnswer write(List<String> segments, String key, String request, JsonNode body) {
        ProviderPayment payment;
        HttpAnswer answer;
        String subject = null;
        if (segments.getFirst().equals("disputes")) {
            return respond(segments.get(1), segments.get(2), key, request);
        }
        var type = segments.size() == 1 ? "payment" : kind(segments.get(2));
        if (segments.size() == 1) {
            payment = rules.open(payments.values(), key, body);
            payments.put(payment.id, payment);
            subject = payment.id;
            answer = answer(201, payment.json());
        } else {
            payment = payments.get(segments.get(1));
            if (payment == null) {
                return error(404, "not_found");
            }
            switch (rules.change(payment, type, key, body)) {
                case ProviderRules.Done(var part) -> {
                    subject = part.id;
                    answer = answer(201, part.json());
                }
                case ProviderRules.Accepted _ -> {
                    subject = payment.id;
                    answer = answer(200, payment.json());
                }
                case ProviderRules.Refused(var code) -> answer = error(422, code);
            }
        }
        byKey.put(known(key), payment);
        operations.put(known(key), new Known(request, answer, subject, type, foundFrom(key)));
        return answer;
    }

    private HttpAnswer respond(String disputeId, String kind, String key, String request) {
        HttpAnswer answer =
                switch (rules.respond(payments.values(), disputeId, kind)) {
                    case ProviderRules.Refused(var code) -> error(422, code);
                    case ProviderRules.Done _, ProviderRules.Accepted _ ->
                            answer(200, JsonNodeFactory.instance.objectNode());
                };
        operations.put(
                known(key), new Known(request, answer, disputeId, "dispute", foundFrom(key)));
        return answer;
    }

    /** From when on it can be asked for: what was written takes a while to reach its readers. */
    private long foundFrom(String key) {
        if (!world.chance().strikes(Fault.NOT_YET_FOUND)) {
            return 0;
        }
        var isKeyless = world.chance().knows(Circumstance.KEYLESS);
        var millis =
                world.chance().between(1, isKeyless ? KEYLESS_FOUND_MILLIS : LATEST_FOUND_MILLIS);
        world.tell("provider", "will find %s in %d ms", key, millis);
        return world.now() + millis;
    }

    private static String kind(String collection) {
        return switch (collection) {
            case "captures" -> "capture";
            case "voids" -> "void";
            case "refunds" -> "refund";
            case "incremental_authorizations" -> "incremental_authorization";
            case "approve" -> "approval";
            case "shipments" -> "shipment";
            default -> throw new IllegalStateException("No such collection: " + collection);
        };
    }

    private static String parameter(String path, String name) {
        for (var pair : path.substring(path.indexOf('?') + 1).split("&", -1)) {
            if (pair.startsWith(name + "=")) {
                return URLDecoder.decode(pair.substring(name.length() + 1), StandardCharsets.UTF_8);
            }
        }
        return "";
    }

    static HttpAnswer error(int status, String code) {
        var body = JsonNodeFactory.instance.objectNode();
        body.putObject("error").put("code", code).put("message", "No.");
        return answer(status, body);
    }

    private static HttpAnswer answer(int status, ObjectNode body) {
        return new HttpAnswer(status, Map.of(), body.toString());
    }
}
