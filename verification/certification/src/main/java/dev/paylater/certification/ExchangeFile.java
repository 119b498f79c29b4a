package dev.paylater.certification;

import dev.paylater.certification.Recorder.Recorded;
import dev.paylater.connector.kit.Connector;
import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.HttpAnswer;
import dev.paylater.connector.kit.HttpCall;
import dev.paylater.connector.kit.Operation;
import dev.paylater.connector.kit.Step;
import dev.paylater.connector.message.OperationRequest;
import dev.paylater.connectors.Exchanges;
import dev.paylater.provider.ProviderResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What was recorded at a provider as a file of exchanges. The requests in it are those that the
 * connector makes once names, tokens and ids have been replaced: what does not lead to the same
 * result then is not written, so that a file that is written can be contributed as it is.
 */
final class ExchangeFile {

    /** An exchange that cannot be written; the message says why, and nothing of its contents. */
    private static final class Unfit extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Unfit(String message) {
            super(message);
        }
    }

    private static final Pattern DELIMITERS = Pattern.compile("[/?&=]");
    private static final Pattern SAYS_WHAT_IT_IS =
            Pattern.compile("(?i).*(status|state|decision|error_?code|code|type)");
    private static final Set<String> USUAL_HEADERS =
            Set.of("Authorization", "Accept", "Content-Type", "User-Agent");

    private final Connector connector;
    private final ReportRedaction redaction;
    private final JsonNode settings;
    private final JsonNode terms;
    private final @Nullable HttpCall login;
    private final String source;
    private final ObjectNode file = Exchanges.JSON.createObjectNode();
    private final ArrayNode exchanges;
    private final Set<String> written = new HashSet<>();
    private final Map<String, Integer> names = new HashMap<>();

    /** What was learned of an operation when it was asked for; a lookup of it names less. */
    private final Map<String, ReportRedaction> known = new HashMap<>();

    /**
     * An empty file.
     *
     * @param documented the connector's own exchanges
     * @param purchase the context of the payments' authorizations
     * @param login the call that gets a token, which is never written
     * @param read the day, ISO 8601
     */
    ExchangeFile(
            Connector connector,
            JsonNode documented,
            ReportRedaction redaction,
            JsonNode settings,
            JsonNode purchase,
            @Nullable HttpCall login,
            String read,
            String source) {
        this.connector = connector;
        this.redaction = redaction;
        this.settings = settings;
        this.terms = purchase.path("terms");
        this.login = login;
        this.source = source;
        file.put("provider", connector.name()).put("read", read);
        file.set("credentials", documented.path("credentials"));
        file.putObject("context");
        exchanges = file.putArray("exchanges");
    }

    ObjectNode json() {
        return file;
    }

    /**
     * Adds an exchange, unless there is such a one or it consists of a login only; says why where
     * that is not possible.
     */
    @Nullable String add(
            String name, OperationRequest request, List<Recorded> all, ProviderResult result) {
        var calls = all.stream().filter(recorded -> !isLogin(recorded.call())).toList();
        if (calls.isEmpty()) {
            return null;
        }
        try {
            var exchange = exchange(name, request, calls, result);
            if (redaction.leaks(exchange.toString())) {
                throw new Unfit("something of it could not be removed");
            }
            var like = exchange.deepCopy();
            like.remove(List.of("name", "context"));
            if (written.add(like.toString())) {
                var number = names.merge(name, 1, Integer::sum);
                exchanges.add(number == 1 ? exchange : exchange.put("name", name + ", " + number));
            }
            return null;
        } catch (Unfit e) {
            return e.getMessage();
        }
    }

    private ObjectNode exchange(
            String name, OperationRequest request, List<Recorded> calls, ProviderResult result) {
        var context = request.context();
        calls.forEach(call -> redaction.learn(body(answer(call))));
        var ours = redaction.with(known.get(context.operationId()));
        known.put(context.operationId(), ours);
        var operation = context.operation();
        ours.learn(context.paymentId(), Exchanges.PAYMENT);
        ours.learn(context.attemptId(), Exchanges.PAYMENT + "_1");
        ours.learn(context.operationId(), Exchanges.PAYMENT + "_1_" + operation.wireName());
        var exchange = Exchanges.JSON.createObjectNode();
        exchange.put("name", name).put("source", source).put("trust", "seen");
        exchange.put("operation", operation.wireName());
        if (request.inquiry()) {
            exchange.put("inquiry", true);
        } else if (request.mayHaveBeenTried()) {
            exchange.put("retry", true);
        }
        exchange.set("context", ours.apply(given(context)));
        var step = Exchanges.begin(connector, file, exchange);
        var list = exchange.putArray("calls");
        for (var recorded : calls) {
            if (!(step instanceof Step.Call call)) {
                throw new Unfit("it was called more often than what is written leads to");
            }
            compare(recorded.call(), call.call(), ours);
            var one = list.addObject();
            one.set("request", Exchanges.written(call.call(), headers(call.call())));
            one.set("answer", written(answer(recorded), ours));
            step = Exchanges.answered(call, one.path("answer"));
        }
        if (!(step instanceof Step.Done(var again)) || again.status() != result.status()) {
            throw new Unfit("what is written leads to another result");
        }
        exchange.set("result", Exchanges.written(again));
        return exchange;
    }

    private ObjectNode given(Context context) {
        var given = Exchanges.JSON.createObjectNode();
        given.put("amount", context.amount()).put("currency", context.currency());
        given.put("authorized", context.authorizedAmount());
        given.put("captured", context.capturedAmount());
        given.put("capture_method", context.captureMethod());
        given.put("sequence", context.sequence());
        given.put("issued_at", context.issuedAt().toString());
        given.put("transaction", context.transactionId());
        given.put("sub_type", context.options().getPaymentMethodType());
        var state = given.putObject("state");
        context.state().forEach(state::put);
        given.set("settings", settings);
        given.set("terms", terms);
        var details = given.putObject("details");
        if (context.operation() == Operation.REFUND) {
            details.put("reason", context.reason());
            if (context.captureId() != null) {
                details.put("connector_capture_id", context.captureId());
            }
        }
        return given;
    }

    private boolean isLogin(HttpCall call) {
        return login != null && call.method() == login.method() && call.path().equals(login.path());
    }

    /** Learns what differs between what was sent and what is written, name by name. */
    private static void compare(HttpCall sent, HttpCall written, ReportRedaction ours) {
        var here = DELIMITERS.split(sent.path(), -1);
        var there = DELIMITERS.split(written.path(), -1);
        if (sent.method() != written.method() || here.length != there.length) {
            throw new Unfit("another call was made than what is written leads to");
        }
        for (var i = 0; i < here.length; i++) {
            ours.learn(here[i], there[i]);
        }
        headers(written)
                .forEach(
                        header ->
                                ours.learn(
                                        String.valueOf(sent.headers().get(header)),
                                        String.valueOf(written.headers().get(header))));
        if (sent.body() != null && written.body() != null) {
            compare(json(sent.body()), json(written.body()), ours);
        }
    }

    private static void compare(JsonNode sent, JsonNode written, ReportRedaction ours) {
        if (sent.isString() && written.isString()) {
            ours.learn(sent.asString(), written.asString());
        } else if (sent.getNodeType() != written.getNodeType() || sent.size() != written.size()) {
            throw new Unfit("something else was sent than what is written");
        } else if (sent.isArray()) {
            for (var i = 0; i < sent.size(); i++) {
                compare(sent.path(i), written.path(i), ours);
            }
        } else if (sent.isObject()) {
            sent.forEachEntry((name, value) -> compare(value, written.path(name), ours));
        } else if (!sent.equals(written)) {
            throw new Unfit("something else was sent than what is written");
        }
    }

    /** Those that are about this call, and not about the account or the form of its body. */
    private static List<String> headers(HttpCall call) {
        return call.headers().keySet().stream()
                .filter(name -> !USUAL_HEADERS.contains(name))
                .filter(name -> !name.matches("(?i).*(token|api-?key|auth|secret|merchant).*"))
                .toList();
    }

    private static JsonNode written(HttpAnswer answer, ReportRedaction ours) {
        var json = Exchanges.JSON.createObjectNode().put("status", answer.status());
        var headers = Exchanges.JSON.createObjectNode();
        answer.headers()
                .forEach(
                        (name, value) -> {
                            if (name.equals("location") || name.endsWith("-id")) {
                                headers.put(name, ours.apply(value));
                            }
                        });
        if (!headers.isEmpty()) {
            json.set("headers", headers);
        }
        if (!answer.body().isBlank()) {
            json.set("body", ours.apply(body(answer)));
        }
        return json;
    }

    private static HttpAnswer answer(Recorded recorded) {
        var answer = recorded.answer();
        if (answer == null || answer.status() >= 500 || answer.status() == 429) {
            throw new Unfit("a call of it was not answered");
        }
        return answer;
    }

    private static JsonNode body(HttpAnswer answer) {
        return answer.body().isBlank() ? Exchanges.JSON.missingNode() : json(answer.body());
    }

    private static JsonNode json(String text) {
        try {
            return Exchanges.JSON.readTree(text);
        } catch (JacksonException e) {
            throw new Unfit("a body of it is no JSON");
        }
    }

    /** Names of exchanges that are assumed, and of which one of the same form was recorded. */
    List<String> seen(JsonNode documented) {
        var names = new ArrayList<String>();
        for (var exchange : documented.path("exchanges")) {
            if (exchange.path("trust").asString("").equals("assumed")
                    && !exchange.path("calls").isEmpty()
                    && isRecorded(form(documented, exchange), kept(documented, exchange))) {
                names.add(exchange.path("name").asString(""));
            }
        }
        return names;
    }

    private boolean isRecorded(String form, Collection<String> kept) {
        for (var exchange : exchanges) {
            if (form(file, exchange).equals(form) && kept(file, exchange).containsAll(kept)) {
                return true;
            }
        }
        return false;
    }

    /** What was kept of earlier operations says which case it is. */
    private static Collection<String> kept(JsonNode file, JsonNode exchange) {
        var context = exchange.path("context");
        return (context.has("state") ? context : file.path("context"))
                .path("state")
                .propertyNames();
    }

    /** Operation, calls, statuses and result of an exchange, without ids and amounts. */
    private static String form(JsonNode file, JsonNode exchange) {
        var ids = new HashSet<String>();
        for (var context : List.of(file.path("context"), exchange.path("context"))) {
            ids.add(context.path("transaction").asString(""));
            context.path("state").forEach(value -> ids.add(value.asString("")));
        }
        var form = new StringBuilder(exchange.path("operation").asString(""));
        form.append(exchange.path("inquiry").asBoolean(false) ? " inquiry" : "");
        for (var call : exchange.path("calls")) {
            form.append('\n');
            for (var part : DELIMITERS.split(call.at("/request/call").asString(""), -1)) {
                form.append('/').append(ids.contains(part) || isId(part) ? "{}" : part);
            }
            form.append(' ').append(call.at("/answer/status").asInt());
            var kinds = new TreeSet<String>();
            kinds("", call.at("/answer/body"), kinds);
            form.append(kinds);
        }
        var result = exchange.path("result");
        return form.append('\n')
                .append(result.path("status").asString(""))
                .append(result.path("code").asString(""))
                .toString();
    }

    private static boolean isId(String part) {
        return part.length() > 3 && part.chars().anyMatch(Character::isDigit);
    }

    private static void kinds(String at, JsonNode json, Set<String> kinds) {
        if (json.isArray()) {
            json.forEach(value -> kinds(at, value, kinds));
        } else if (json.isObject()) {
            json.forEachEntry((name, value) -> kinds(at + "/" + name, value, kinds));
        } else if (SAYS_WHAT_IT_IS.matcher(at).matches()) {
            kinds.add(at + "=" + json.asString(""));
        }
    }
}
