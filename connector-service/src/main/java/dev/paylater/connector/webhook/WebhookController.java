package dev.paylater.connector.webhook;

import com.mongodb.MongoException;
import dev.paylater.connector.kit.Notification;
import dev.paylater.connector.webhook.Reception.Result;
import dev.paylater.kit.kafka.MessageContext;
import dev.paylater.kit.security.ServiceToken;
import dev.paylater.messaging.RegistryUnavailable;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * POST /webhooks/{merchant_id}/{connector}, as api-service forwards it: the raw body, the
 * provider's headers, and a service token.
 */
@RestController
final class WebhookController {

    private static final Logger log = LoggerFactory.getLogger(WebhookController.class);
    private static final int MAX_BODY_BYTES = 512 * 1024;
    private static final String RETRY_AFTER_SECONDS = "5";

    private final Reception reception;
    private final ServiceToken tokens;
    private final MeterRegistry meters;
    private final String publicUrl;

    WebhookController(
            Reception reception,
            ServiceToken tokens,
            MeterRegistry meters,
            @Value("${paylater.public-url}") String publicUrl) {
        this.publicUrl =
                publicUrl.endsWith("/")
                        ? publicUrl.substring(0, publicUrl.length() - 1)
                        : publicUrl;
        this.reception = reception;
        this.tokens = tokens;
        this.meters = meters;
    }

    @PostMapping("/webhooks/{merchantId}/{connector}")
    ResponseEntity<Map<String, Object>> receive(
            @PathVariable String merchantId,
            @PathVariable String connector,
            HttpServletRequest request)
            throws IOException {
        if (!isForwardedFor(merchantId, request)) {
            return refuse(401, "IR_01", "The service token is missing or wrong.");
        }
        if (!reception.knows(connector)) {
            return refuse(404, "IR_02", "There is no connector of this name.");
        }
        var body = request.getInputStream().readNBytes(MAX_BODY_BYTES + 1);
        if (body.length > MAX_BODY_BYTES) {
            count(connector, "too_large");
            return refuse(413, "IR_06", "The notification is too large.");
        }
        try {
            var notification =
                    new Notification(url(request), headers(request), query(request), body);
            var result = reception.receive(merchantId, connector, notification, context(request));
            count(connector, result.name().toLowerCase(Locale.ROOT));
            return answer(result, merchantId, connector);
        } catch (MongoException | KafkaException | RegistryUnavailable e) {
            log.warn("A notification could not be taken in now: {}", e.toString());
            count(connector, "unavailable");
            return refuse(503, "HE_00", "Not now; try again.");
        }
    }

    private static ResponseEntity<Map<String, Object>> answer(
            Result result, String merchantId, String connector) {
        return switch (result) {
            case ACCEPTED, DUPLICATE -> ResponseEntity.ok(Map.of("received", true));
            // Whoever proves nothing does not learn which merchants there are.
            case FORGED, STALE, NO_ACCOUNT -> {
                log.warn(
                        "A notification was refused as {}: merchant_id={} connector={}",
                        result,
                        merchantId,
                        connector);
                yield refuse(401, "IR_01", "The notification's signature is wrong or too old.");
            }
            case UNREADABLE -> refuse(400, "IR_06", "The notification cannot be read.");
            case UNPROVEN -> refuse(503, "HE_00", "Not now; try again.");
        };
    }

    private boolean isForwardedFor(String merchantId, HttpServletRequest request) {
        var token = request.getHeader(ServiceToken.HEADER);
        return token != null && tokens.merchantOf(token).filter(merchantId::equals).isPresent();
    }

    private static MessageContext context(HttpServletRequest request) {
        return new MessageContext(
                null, request.getHeader("x-request-id"), request.getHeader("traceparent"));
    }

    /** As the provider called it, before api-service forwarded it here. */
    private String url(HttpServletRequest request) {
        var query = request.getQueryString();
        return publicUrl + request.getRequestURI() + (query == null ? "" : "?" + query);
    }

    private static Map<String, String> headers(HttpServletRequest request) {
        var headers = new HashMap<String, String>();
        request.getHeaderNames()
                .asIterator()
                .forEachRemaining(
                        name ->
                                headers.put(
                                        name.toLowerCase(Locale.ROOT), request.getHeader(name)));
        return headers;
    }

    private static Map<String, String> query(HttpServletRequest request) {
        var query = new HashMap<String, String>();
        request.getParameterMap().forEach((name, values) -> query.put(name, values[0]));
        return query;
    }

    private void count(String connector, String result) {
        Counter.builder("paylater.webhooks")
                .description("Notifications of providers, by what became of them")
                .tags("connector", connector, "result", result)
                .register(meters)
                .increment();
    }

    private static ResponseEntity<Map<String, Object>> refuse(
            int status, String code, String message) {
        var answer = ResponseEntity.status(status);
        if (status == 503) {
            answer.header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
        }
        var type =
                switch (status) {
                    case 401 -> "authentication";
                    case 503 -> "api";
                    default -> "invalid_request";
                };
        return answer.body(Map.of("error", Map.of("type", type, "code", code, "message", message)));
    }
}
