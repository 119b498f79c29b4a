package dev.paylater.webhook.send;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.kit.outgoing.BoundedHttp;
import dev.paylater.kit.outgoing.PublicAddresses;
import dev.paylater.kit.security.EndpointSecrets;
import dev.paylater.kit.security.WebhookSignature;
import dev.paylater.webhook.delivery.Delivery;
import dev.paylater.webhook.delivery.DeliveryAttempt;
import dev.paylater.webhook.endpoint.Endpoint;
import java.io.IOException;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.jspecify.annotations.Nullable;

/** Signed calls by Standard Webhooks; of the answer only the beginning is read. */
final class HttpCalls implements Calls {

    private static final int ANSWER_BYTES = 1024;

    private final BoundedHttp http;
    private final PublicAddresses addresses;
    private final EndpointSecrets endpointSecrets;
    private final Duration timeout;
    private final Clock clock;

    HttpCalls(
            BoundedHttp http,
            PublicAddresses addresses,
            EndpointSecrets endpointSecrets,
            Duration timeout,
            Clock clock) {
        this.http = http;
        this.addresses = addresses;
        this.endpointSecrets = endpointSecrets;
        this.timeout = timeout;
        this.clock = clock;
    }

    /** An answer's beginning. */
    private record Answer(int status, String body, @Nullable Duration retryAfter) {}

    @Override
    public DeliveryAttempt send(Endpoint endpoint, Delivery delivery, byte[] body) {
        var at = clock.instant();
        var refusal = addresses.refusal(endpoint.url(), "url");
        if (refusal != null) {
            return new DeliveryAttempt(at, Duration.ZERO, null, null, refusal, null);
        }
        try {
            var request = new HttpPost(endpoint.url());
            request.setEntity(new ByteArrayEntity(body, ContentType.APPLICATION_JSON));
            sign(request, endpoint, delivery.eventId(), at, body);
            var answer = http.send(request, timeout, response -> read(request, response, at));
            return new DeliveryAttempt(
                    at,
                    took(at),
                    answer.status(),
                    MaskedAnswer.of(answer.body(), body),
                    null,
                    answer.retryAfter());
        } catch (IOException | RuntimeException e) {
            // Whatever it is, the merchant sees it, and the schedule bounds how often it is tried.
            return new DeliveryAttempt(at, took(at), null, null, e.toString(), null);
        }
    }

    private Duration took(Instant at) {
        return Duration.between(at, clock.instant());
    }

    private void sign(
            HttpUriRequestBase request, Endpoint endpoint, String id, Instant at, byte[] body) {
        var secrets =
                endpoint.secrets().stream()
                        .filter(secret -> secret.isValidAt(at))
                        .map(
                                secret ->
                                        endpointSecrets.open(
                                                endpoint.merchantId(),
                                                endpoint.id(),
                                                secret.sealed()))
                        .toList();
        request.setHeader("webhook-id", id);
        request.setHeader("webhook-timestamp", Long.toString(at.getEpochSecond()));
        request.setHeader("webhook-signature", WebhookSignature.of(id, at, body, secrets));
    }

    /** The connection of who sends more than is read is not used again. */
    private static Answer read(HttpUriRequestBase request, ClassicHttpResponse response, Instant at)
            throws IOException {
        var status = response.getCode();
        var after = retryAfter(response.getFirstHeader("retry-after"), at);
        var entity = response.getEntity();
        if (entity == null) {
            return new Answer(status, "", after);
        }
        var begun = entity.getContent().readNBytes(ANSWER_BYTES + 1);
        if (begun.length > ANSWER_BYTES) {
            request.abort();
        }
        var length = Math.min(begun.length, ANSWER_BYTES);
        return new Answer(status, new String(begun, 0, length, UTF_8), after);
    }

    private static @Nullable Duration retryAfter(@Nullable Header header, Instant now) {
        if (header == null) {
            return null;
        }
        var value = header.getValue().strip();
        try {
            return value.matches("\\d{1,9}")
                    ? Duration.ofSeconds(Long.parseLong(value))
                    : Duration.between(
                            now, ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME));
        } catch (DateTimeException _) {
            return null;
        }
    }
}
