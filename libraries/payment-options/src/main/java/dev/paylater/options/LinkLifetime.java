package dev.paylater.options;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Until when a payment can be paid by its link, which may be longer than its session lasts. */
public final class LinkLifetime {

    /** The carried field, a JSON object, that holds {@link #EXPIRES_IN}. */
    public static final String CONFIG = PaymentOption.PAYMENT_LINK_CONFIG.fieldName();

    /** Seconds from the payment's creation. */
    public static final String EXPIRES_IN = "expires_in";

    /** Whether each shopper who pays by the link gets a payment of their own. */
    public static final String REUSABLE = "reusable";

    private static final Duration USUAL = Duration.ofDays(1);

    private LinkLifetime() {}

    /**
     * When the link ends: as its configuration says, else a day after the payment's creation, and
     * then never before the session.
     *
     * @param config JSON text of the link's configuration; null: none
     */
    public static Instant end(Instant created, Instant sessionEnd, @Nullable String config) {
        var seconds = read(config).path(EXPIRES_IN);
        if (seconds.canConvertToExactIntegral()) {
            return created.plusSeconds(seconds.longValue());
        }
        var usual = created.plus(USUAL);
        return usual.isBefore(sessionEnd) ? sessionEnd : usual;
    }

    /**
     * Whether the payment of a link is never paid itself, but says what others are to be.
     *
     * @param config JSON text of the link's configuration; null: none
     */
    public static boolean isReusable(@Nullable String config) {
        return read(config).path(REUSABLE).booleanValue(false);
    }

    /** The configuration, as JSON text, of a link that ends now at the latest. */
    public static String endedBy(Instant now, Instant created, @Nullable String config) {
        var ended =
                read(config) instanceof ObjectNode known
                        ? known
                        : JsonNodeFactory.instance.objectNode();
        ended.put(EXPIRES_IN, Math.max(0, Duration.between(created, now).toSeconds()));
        return JsonMapper.shared().writeValueAsString(ended);
    }

    private static JsonNode read(@Nullable String config) {
        return config == null
                ? JsonNodeFactory.instance.missingNode()
                : JsonMapper.shared().readTree(config);
    }
}
