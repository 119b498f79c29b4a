package dev.paylater.schemas;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What merchants are told of: the catalogue of public events, named as the interface does. A change
 * of a status is the resource and its new status; a payment or refund that is new was created.
 * Consumers rely on these words.
 */
public enum EventType {
    PAYMENT_CREATED,
    PAYMENT_REQUIRES_PAYMENT_METHOD,
    PAYMENT_REQUIRES_CONFIRMATION,
    PAYMENT_REQUIRES_CUSTOMER_ACTION,
    PAYMENT_REQUIRES_MERCHANT_ACTION,
    PAYMENT_PROCESSING,
    PAYMENT_REQUIRES_CAPTURE,
    PAYMENT_PARTIALLY_CAPTURED_AND_CAPTURABLE,
    PAYMENT_PARTIALLY_CAPTURED,
    PAYMENT_SUCCEEDED,
    PAYMENT_FAILED,
    /** Beside payment.failed, when the customer did not come back in time. */
    PAYMENT_EXPIRED,
    PAYMENT_CANCELLED,
    CAPTURE_STARTED,
    CAPTURE_PENDING,
    CAPTURE_CHARGED,
    CAPTURE_FAILED,
    REFUND_CREATED,
    REFUND_PENDING,
    REFUND_REVIEW,
    REFUND_SUCCEEDED,
    REFUND_FAILED,
    DISPUTE_OPENED,
    DISPUTE_CHALLENGED,
    DISPUTE_EXPIRED,
    DISPUTE_ACCEPTED,
    DISPUTE_CANCELLED,
    DISPUTE_WON,
    DISPUTE_LOST,
    MANDATE_PENDING,
    MANDATE_ACTIVE,
    MANDATE_REVOKED,
    /** The session of a payment link has ended, and nobody has tried to pay. */
    PAYMENT_LINK_EXPIRED("payment_link.expired"),
    /** An endpoint of the merchant is not called any more. */
    ENDPOINT_DISABLED("webhook_endpoint.disabled"),
    /** Sent on demand, to see that an endpoint works. */
    ENDPOINT_TEST("webhook_endpoint.test");

    private static final String EVERYTHING = "*";
    private static final Map<String, EventType> BY_WORD =
            Arrays.stream(values())
                    .collect(Collectors.toMap(EventType::wireName, Function.identity()));

    private final String word;

    EventType() {
        word = name().toLowerCase(Locale.ROOT).replaceFirst("_", ".");
    }

    EventType(String word) {
        this.word = word;
    }

    /** As merchants read it: payment.succeeded. */
    public String wireName() {
        return word;
    }

    /** A webhook's full body, as JSON text; a test sends it. */
    public String example() {
        var name = "/webhooks/" + word + ".json";
        try (var resource = EventType.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(resource, name).readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static Optional<EventType> ofWord(String word) {
        return Optional.ofNullable(BY_WORD.get(word));
    }

    /**
     * What a change of a status is.
     *
     * @param previous the status before; null when the resource is new
     */
    public static Optional<EventType> ofChange(
            String resource, String status, @Nullable String previous) {
        var isCreated =
                previous == null && (resource.equals("payment") || resource.equals("refund"));
        // A dispute's statuses repeat what they are of: dispute_opened.
        var prefix = resource + "_";
        var word = status.startsWith(prefix) ? status.substring(prefix.length()) : status;
        return ofWord(resource + "." + (isCreated ? "created" : word));
    }

    /** Whether a filter of an endpoint names this: its word, {@code payment.*} or {@code *}. */
    public boolean isIn(String filter) {
        return filter.equals(EVERYTHING)
                || filter.equals(word)
                || (filter.endsWith("." + EVERYTHING)
                        && word.startsWith(filter.substring(0, filter.length() - 1)));
    }

    /** Whether a filter names anything at all. */
    public static boolean isFilter(String filter) {
        return Arrays.stream(values()).anyMatch(type -> type.isIn(filter));
    }
}
