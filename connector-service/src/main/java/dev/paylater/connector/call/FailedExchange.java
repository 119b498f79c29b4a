package dev.paylater.connector.call;

import dev.paylater.connector.call.Exchange.Answered;
import dev.paylater.connector.call.Exchange.Lost;
import dev.paylater.connector.call.Exchange.NotDone;
import dev.paylater.connector.call.ProviderSession.Sent;
import dev.paylater.connector.kit.HttpAnswer;
import dev.paylater.connector.message.OperationRequest;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A call to a provider that did not succeed, with what was sent and what came back.
 *
 * @param account merchant_connector_id
 * @param result what came of it: a result of the operation, or how the call ended
 * @param text the exchange as JSON, without credentials; it holds personal data
 */
public record FailedExchange(
        String merchantId,
        String paymentId,
        String operationId,
        String operation,
        String connector,
        String account,
        String result,
        String text) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** What identifies a request at the provider, and no others: most of them authenticate it. */
    private static final Set<String> KEPT_HEADERS =
            Set.of(
                    "content-type",
                    "correlation-id",
                    "idempotency-key",
                    "klarna-correlation-id",
                    "klarna-idempotency-key",
                    "paypal-debug-id",
                    "paypal-request-id",
                    "request-id",
                    "request-idempotency",
                    "retry-after",
                    "sezzle-request-id",
                    "x-correlation-id",
                    "x-request-id");

    static FailedExchange of(OperationRequest request, Sent sent, String result) {
        var context = request.context();
        var account = context.account();
        return new FailedExchange(
                context.merchantId(),
                context.paymentId(),
                context.operationId(),
                request.label(),
                account.connector(),
                account.id(),
                result,
                text(sent, Credentials.of(account, sent.call())));
    }

    private static String text(Sent sent, Credentials credentials) {
        var call = sent.call();
        var json = JSON.createObjectNode();
        json.put("method", call.method().name());
        json.put("url", credentials.maskedUrl(Http.target(sent.base(), call).toString()));
        putHeaders(json, "request_headers", call.headers(), credentials);
        json.put("request_body", body(call.body(), credentials));
        var answer = answer(sent.end());
        if (answer == null) {
            json.putNull("http_status");
            json.putObject("answer_headers");
            json.putNull("answer_body");
        } else {
            json.put("http_status", answer.status());
            putHeaders(json, "answer_headers", answer.headers(), credentials);
            // A token that its reader did not find may be anywhere in it.
            json.put(
                    "answer_body",
                    sent.isLogin() && answer.isSuccess()
                            ? Credentials.MASK
                            : body(answer.body(), credentials));
        }
        json.put("reason", reason(sent.end(), credentials));
        return JSON.writeValueAsString(json);
    }

    private static @Nullable HttpAnswer answer(Exchange end) {
        return switch (end) {
            case Answered(var answer) -> answer;
            case NotDone(_, _, var answer) -> answer;
            case Lost(_, _, var answer) -> answer;
        };
    }

    private static @Nullable String reason(Exchange end, Credentials credentials) {
        return switch (end) {
            case Answered _ -> null;
            case NotDone(var reason, _, _) -> credentials.masked(reason);
            case Lost(var reason, _, _) -> credentials.masked(reason);
        };
    }

    private static void putHeaders(
            ObjectNode json, String name, Map<String, String> headers, Credentials credentials) {
        var kept = json.putObject(name);
        headers.forEach(
                (header, value) -> {
                    if (KEPT_HEADERS.contains(header.toLowerCase(Locale.ROOT))) {
                        kept.put(header, Cut.to8K(credentials.masked(value)));
                    }
                });
    }

    /** Cut only when it is masked: half of a credential would not be found. */
    private static @Nullable String body(@Nullable String body, Credentials credentials) {
        return body == null ? null : Cut.to8K(credentials.masked(body));
    }

    /** It holds personal data. */
    @Override
    public String toString() {
        return operationId + " " + result;
    }
}
